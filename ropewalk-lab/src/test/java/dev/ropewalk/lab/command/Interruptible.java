package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;

/** The command on two experiments, of which the second hangs in its second cell: long enough to be interrupted there. */
final class Interruptible {
    private static final List<String> TAKING_PART = List.of("ropewalk", "sleeper");

    private Interruptible() {}

    static List<Experiment> experiments() {
        return List.of(new First(), new Second());
    }

    static void main(String[] args) {
        System.exit(RopewalkCommand.commandLine(experiments()).execute(args));
    }

    /** An experiment that ends soon. */
    public static class First extends TinyExperiment {
        /** Makes the experiment. */
        public First() {}

        @Override
        public String name() {
            return "first";
        }

        @Override
        public Grid grid(Size size) {
            return Grid.unit().by("n", 1).by("mode", "fast");
        }

        @Override
        public List<Contender> contenders() {
            return super.contenders().stream()
                    .filter(contender -> TAKING_PART.contains(contender.name()))
                    .toList();
        }

        @Override
        public Tour tour() {
            return new Tour(TAKING_PART, "One of them hangs in one cell.");
        }
    }

    /** An experiment whose second cell has a contender that hangs. */
    public static final class Second extends First {
        /** Makes the experiment. */
        public Second() {}

        @Override
        public String name() {
            return "second";
        }

        @Override
        public Grid grid(Size size) {
            return Grid.unit().by("n", 1, BAD_CELL).by("mode", "fast");
        }
    }
}
