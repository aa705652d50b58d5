package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Pass;
import java.util.HashMap;
import java.util.Map;

/** The right answers of a cell: passes publish different numbers of events. Used by one thread. */
final class RightAnswers implements Answers {
    private final Load load;
    private final Map<Pass, String> byPass = new HashMap<>();

    RightAnswers(Load load) {
        this.load = load;
    }

    @Override
    public String at(int iteration) {
        return at(iteration, Pipelines.THROUGHPUT_PASS);
    }

    @Override
    public String at(int iteration, Pass pass) {
        return byPass.computeIfAbsent(pass, load::answer);
    }
}
