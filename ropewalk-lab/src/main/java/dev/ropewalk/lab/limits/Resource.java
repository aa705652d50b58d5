package dev.ropewalk.lab.limits;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;

/** Many requests at once, each of which needs a resource for a while that only a few may hold. */
public final class Resource extends ProcessExperiment {
    /** Makes the experiment. */
    public Resource() {}

    @Override
    public String name() {
        return Program.RESOURCE;
    }

    @Override
    public String question() {
        return "What does it cost to share a scarce resource among many virtual threads? All requests are there at once."
                + " Each computes a small Fibonacci number, holds the resource while it sleeps, and computes again. Whole"
                + " processes are measured, one for each iteration.";
    }

    @Override
    public String finding() {
        return "Suggested on loom-dev, June 2024, after the figures of the experiment limits: 1000 tasks, a resource that"
                + " 10 may hold at once. No figures were published. The time can't be less than that of 100 sleeps.";
    }

    @Override
    public Grid grid(Size size) {
        Grid grid = switch (size) {
            case SMOKE -> Grid.unit().by(TASKS, 200).by(IN_FLIGHT, 10);
            case TOUR -> Grid.unit().by(TASKS, 1000).by(IN_FLIGHT, 10);
            case QUICK -> Grid.unit().by(TASKS, 1000).by(IN_FLIGHT, 10);
            case FULL -> Grid.unit().by(TASKS, 1000, 10_000).by(IN_FLIGHT, 10);
        };
        return grid.by(FIB, 17)
                .by(
                        SLEEP,
                        switch (size) {
                            case SMOKE -> 2;
                            case TOUR -> 5;
                            case QUICK, FULL -> 20;
                        })
                .by(AOT_CACHE, NO);
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender("semaphore", "A semaphore that each request acquires around its use of the resource."),
                contender(
                        "fixed-pool",
                        "A fixed pool with a virtual thread for each holder: a request hands its use of the resource over and"
                                + " waits for its end."),
                contender("ropewalk-limiter", "Ropewalk's Limiter with a fixed limit, used as the semaphore."),
                contender("ropewalk-budget", "Ropewalk's Budget of one resource, used as the semaphore."));
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(mainContender(), "ropewalk-budget", "semaphore", "fixed-pool"),
                "As it was suggested, with shorter sleeps: they are the same for all and only take time.");
    }

    @Override
    public String mainContender() {
        return "ropewalk-limiter";
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(Metric.CPU.name(), "How much CPU time it takes to share a scarce resource."));
    }
}
