package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.lab.go.GoProgram;
import dev.ropewalk.lab.go.GoReply;
import java.io.IOException;
import java.util.List;

/** The rings in a process of their own, written in Go; its goroutines wait between iterations. */
record GoTrial(Workload workload, GoProgram program) implements Trial {
    static GoTrial open(Workload workload) throws IOException, InterruptedException {
        List<String> arguments = List.of(String.valueOf(workload.rings()), String.valueOf(workload.actors()));
        return new GoTrial(workload, GoProgram.start(GoTrial.class, "ring.go", workload.workers(), arguments));
    }

    @Override
    public Outcome run(Pass pass) throws IOException {
        GoReply reply = program.ask(String.valueOf(workload.laps()));
        return reply.outcome(workload.answer(reply.checksum()))
                .with(Ring.PER_HOP, (double) reply.nanos() / workload.hops());
    }

    @Override
    public void close() {
        program.close();
    }
}
