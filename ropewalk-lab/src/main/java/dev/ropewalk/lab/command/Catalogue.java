package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Experiment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The experiments that there are. */
record Catalogue(List<Experiment> experiments) {
    Catalogue {
        experiments = List.copyOf(experiments);
    }

    Optional<Experiment> find(String name) {
        return experiments.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }

    /**
     * Returns an experiment.
     *
     * @throws IllegalArgumentException if there is none of this name; the message names all
     */
    Experiment get(String name) {
        return find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no experiment '" + name + "'; there are " + names()));
    }

    /** Returns all names, for messages. */
    String names() {
        return experiments.stream().map(Experiment::name).collect(Collectors.joining(", "));
    }
}
