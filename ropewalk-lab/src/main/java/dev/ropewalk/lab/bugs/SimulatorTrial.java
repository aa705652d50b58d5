package dev.ropewalk.lab.bugs;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.sim.CampaignReport;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.catalogue.PlantedBug;
import dev.ropewalk.sim.catalogue.Symptom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of the simulator's strategies, which looks for a planted bug with several seeds. */
final class SimulatorTrial implements Trial {
    private static final Pattern SHRUNK = Pattern.compile("(?:Shrunk to |Simplified to [^(]*\\()(\\d+) steps");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long SEEDS_APART = 1_000_003;
    private static final Logger LOG = Logger.getLogger("dev.ropewalk");

    private final PlantedBug bug;
    private final Strategy strategy;
    private final int seeds;
    private final Duration limit;
    private final Path reports;
    private long nextSeed;

    SimulatorTrial(Cell cell, Strategy strategy) throws IOException {
        this.strategy = strategy;
        bug = PlantedBugs.bug(cell.params());
        seeds = cell.params().integer(PlantedBugs.SEEDS);
        limit = Duration.ofMillis(cell.params().number(PlantedBugs.LIMIT));
        nextSeed = cell.seed() * SEEDS_APART;
        reports = Files.createTempDirectory("ropewalk-bugs");
        // Planted bugs make the library warn of what they do.
        LOG.setLevel(Level.OFF);
    }

    @Override
    public Outcome run(Pass pass) {
        List<Look> looks = new ArrayList<>();
        for (int i = 0; i < seeds; i++) {
            looks.add(look(nextSeed++));
        }
        return Looks.outcome(looks, PlantedBugs.ANSWER);
    }

    private Look look(long seed) {
        SimulationOptions options = bug.options(SimulationOptions.defaults()
                .name(bug.label())
                .seed(seed)
                .strategy(strategy)
                .runs(Long.MAX_VALUE)
                .atMost(limit)
                .reports(reports));
        long begin = System.nanoTime();
        try {
            CampaignReport report = Simulations.check(options, bug.buggy());
            return Look.missed(
                    report.exhausted()
                            ? "none is left of the schedules that the strategy would try"
                            : "not within " + limit.toMillis() + " ms by most of the seeds");
        } catch (SimulationFailure failure) {
            double told = (System.nanoTime() - begin) / NANOS_PER_MILLI;
            Optional<Symptom> symptom = Symptom.of(failure);
            if (symptom.isEmpty() || symptom.get() != bug.symptom()) {
                return Look.missed("the runs fail otherwise than by the planted bug, which ends the search: "
                        + firstLine(failure).replaceFirst("^.* failed in run .*?\\): ", ""));
            }
            CampaignReport report = failure.report()
                    .orElseThrow(() -> new IllegalStateException("a campaign without a report", failure));
            return Look.found(
                    (double) report.runs(),
                    report.time().toNanos() / NANOS_PER_MILLI,
                    told,
                    OptionalDouble.of(number(SHRUNK, failure)));
        }
    }

    private static String firstLine(SimulationFailure failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private static double number(Pattern pattern, SimulationFailure failure) {
        Matcher matcher = pattern.matcher(String.valueOf(failure.getMessage()));
        if (!matcher.find()) {
            throw new IllegalStateException("a failure without \"" + pattern + "\": " + failure.getMessage());
        }
        return Double.parseDouble(matcher.group(1));
    }

    @Override
    public void close() {
        LOG.setLevel(null);
        try (Stream<Path> files = Files.walk(reports)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the reports in " + reports + " are left behind", e);
        }
    }
}
