package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import java.util.Optional;

/**
 * The parts that contenders play.
 *
 * @param main the name of Ropewalk's main entry, empty if it isn't known
 * @param limit the name of the contender that shows what the machine allows, empty if there is none
 */
record Roles(String main, String limit) {
    static Roles of(Experiment experiment) {
        return new Roles(experiment.mainContender(), experiment.limit().orElse(""));
    }

    /** Returns the parts in an experiment that perhaps isn't known. */
    static Roles of(Optional<Experiment> experiment) {
        return experiment.map(Roles::of).orElse(new Roles("", ""));
    }

    boolean isLimit(String contender) {
        return contender.equals(limit);
    }

    /** Returns whether a contender is neither one of Ropewalk's nor the limit. */
    boolean isRival(String contender) {
        return !isLimit(contender) && !Contender.isOurs(contender);
    }
}
