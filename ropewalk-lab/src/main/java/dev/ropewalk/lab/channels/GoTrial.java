package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.channels.Party.Pinger;
import dev.ropewalk.lab.channels.Party.Relay;
import dev.ropewalk.lab.channels.Party.Selector;
import dev.ropewalk.lab.channels.Party.Sink;
import dev.ropewalk.lab.channels.Party.Source;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.lab.go.GoProgram;
import dev.ropewalk.lab.go.GoReply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The wiring of a cell in a process of its own, written in Go; its goroutines wait between rounds. */
record GoTrial(Wiring wiring, GoProgram program) implements Trial {
    static GoTrial open(Wiring wiring, int workers) throws IOException, InterruptedException {
        return new GoTrial(wiring, GoProgram.start(GoTrial.class, "channels.go", workers, arguments(wiring)));
    }

    private static List<String> arguments(Wiring wiring) {
        var arguments = new ArrayList<String>();
        arguments.add(words(wiring.channels(), wiring.capacity(), wiring.factor()));
        wiring.parties().forEach(party -> arguments.add(describe(party)));
        return arguments;
    }

    private static String describe(Party party) {
        return switch (party) {
            case Source source -> words("source", source.channel(), source.first(), source.count());
            case Sink sink -> words("sink", sink.channel(), sink.count());
            case Selector selector -> words("selector", selector.count());
            case Pinger pinger -> words("pinger", pinger.out(), pinger.in(), pinger.count());
            case Relay relay -> words("relay", relay.in(), relay.out());
        };
    }

    private static String words(Object... words) {
        return Stream.of(words).map(String::valueOf).collect(Collectors.joining(" "));
    }

    @Override
    public Outcome run(Pass pass) throws IOException {
        GoReply reply = program.ask("round");
        return reply.outcome(wiring.answer(reply.checksum()))
                .with(Channels.PER_ELEMENT, (double) reply.nanos() / wiring.receives());
    }

    @Override
    public void close() {
        program.close();
    }
}
