package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Experiment;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The experiments that there are. Iterates over their names, for shell completion. */
record Catalogue(List<Experiment> experiments) implements Iterable<String> {
    Catalogue {
        experiments = List.copyOf(experiments);
    }

    Optional<Experiment> find(String name) {
        return experiments.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }

    @Override
    public Iterator<String> iterator() {
        return experiments.stream().map(Experiment::name).iterator();
    }
}
