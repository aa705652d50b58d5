package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import java.util.HashMap;
import java.util.Map;

/** A cell on one contender. Its threads are started and ended with each iteration, outside the part that counts. */
record PipelineTrial(Load load, Line.Opener opener) implements Trial {
    private static final double NANOS_PER_MICRO = 1000;
    /** Long enough for threads that back off to have done so. */
    private static final long SETTLE_MILLIS = 50;

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        if (pass.equals(Pipelines.IDLE)) {
            return idle();
        }
        return pass.equals(Pipelines.LATENCY) ? latency() : throughput();
    }

    private Outcome throughput() throws InterruptedException {
        var lanes = new Lanes(load.graph(), false);
        try (Line line = opener.open(lanes, load.capacity())) {
            Stopwatch watch = publish(lanes, line, Schedule.atOnce(), load.events());
            return watch.outcome(lanes.answer())
                    .with(Pipelines.THROUGHPUT, load.events() * NANOS_PER_MICRO / watch.nanos());
        }
    }

    private Outcome latency() throws InterruptedException {
        var lanes = new Lanes(load.graph(), true);
        try (Line line = opener.open(lanes, load.capacity())) {
            publish(lanes, line, Schedule.atRate(load.rate()), load.timedEvents());
            return Percentile.add(new Outcome(lanes.answer(), Map.of()), Percentile.AT_RATE, lanes.latencies());
        }
    }

    private Outcome idle() throws InterruptedException {
        if (load.idleMillis() == 0) {
            return new Outcome(load.unmeasured(), Map.of());
        }
        var values = new HashMap<String, Double>();
        String answer;
        var lanes = new Lanes(load.graph(), false);
        try (Line line = opener.open(lanes, load.capacity())) {
            Thread.sleep(SETTLE_MILLIS);
            Stopwatch idle = Stopwatch.start();
            Thread.sleep(load.idleMillis());
            idle.stop().cpuPercent().ifPresent(percent -> values.put(Pipelines.IDLE_CPU.name(), percent));
            Stopwatch low = publish(lanes, line, Load.LOW, load.lowEvents());
            low.cpuPercent().ifPresent(percent -> values.put(Pipelines.LOW_CPU.name(), percent));
            answer = lanes.answer();
        }
        var woken = new Lanes(load.graph(), true);
        try (Line line = opener.open(woken, load.capacity())) {
            publish(woken, line, Load.SELDOM, load.seldomEvents());
            var outcome = new Outcome(Load.answers(answer, woken.answer()), values);
            return Percentile.add(outcome, Percentile.OF_WAKE_UPS, woken.latencies());
        }
    }

    /** Publishes events and waits until all of them have been handled, and returns how long that took. */
    private Stopwatch publish(Lanes lanes, Line line, Schedule schedule, long events) throws InterruptedException {
        try (var producers = new Producers(line, load.feed(), schedule, events)) {
            Stopwatch watch = Stopwatch.start();
            producers.start();
            lanes.await(events, producers);
            return watch.stop();
        }
    }

    @Override
    public void close() {
        // Nothing is left from iteration to iteration.
    }
}
