package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Plan;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Turns options into a plan, or into an error that names what there is. */
final class Planner {
    private final Experiment experiment;

    Planner(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * Returns what to run.
     *
     * @param part contenders by name, none for those that the experiment has for the size; and params, texts like
     *     {@code actors=24} or {@code actors=24,8000}; the same parameter may stand in several
     * @throws IllegalArgumentException if there is no such contender, parameter or value
     */
    Plan plan(Session session, Session.Part part) {
        Size size = Size.of(session.size());
        part.contenders().forEach(this::requireContender);
        return new Plan(
                experiment,
                size,
                part.contenders().isEmpty() ? contenders(size) : named(part.contenders()),
                experiment.grid(size).replacing(overrides(part.params())).cells(),
                session.seed(),
                Duration.ofSeconds(session.cellSeconds()),
                command(session, part));
    }

    private List<Contender> contenders(Size size) {
        return size == Size.TOUR ? named(experiment.tour().contenders()) : experiment.contenders(size);
    }

    private List<Contender> named(List<String> names) {
        return experiment.contenders().stream()
                .filter(contender -> names.contains(contender.name()))
                .toList();
    }

    private void requireContender(String name) {
        List<String> names =
                experiment.contenders().stream().map(Contender::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException("--contender: " + experiment.name() + " has no contender '" + name
                    + "'; there are " + String.join(", ", names));
        }
    }

    private Map<String, List<Object>> overrides(List<String> params) {
        var overrides = new LinkedHashMap<String, List<Object>>();
        for (String param : params) {
            int equals = param.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("--param must be NAME=VALUE, but is '" + param + "'");
            }
            Parameter parameter = parameter(param.substring(0, equals));
            for (String value : param.substring(equals + 1).split(",", -1)) {
                overrides
                        .computeIfAbsent(parameter.name(), name -> new ArrayList<>())
                        .add(parse(parameter, value));
            }
        }
        return overrides;
    }

    private static Object parse(Parameter parameter, String value) {
        try {
            return parameter.parse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--param: " + e.getMessage(), e);
        }
    }

    private Parameter parameter(String name) {
        return experiment.parameters().stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--param: " + experiment.name() + " has no parameter '"
                        + name + "'; there are "
                        + experiment.parameters().stream().map(Parameter::name).collect(Collectors.joining(", "))));
    }

    private String command(Session session, Session.Part part) {
        var words = new ArrayList<>(List.of("ropewalk", "lab", "run", experiment.name()));
        words.addAll(List.of("--size", session.size(), "--seed", String.valueOf(session.seed())));
        if (session.cellSeconds() != RunOptions.DEFAULT_CELL_SECONDS) {
            words.addAll(List.of("--per-cell", String.valueOf(session.cellSeconds())));
        }
        part.contenders().forEach(name -> words.addAll(List.of("--contender", name)));
        part.params().forEach(param -> words.addAll(List.of("--param", param)));
        return String.join(" ", words);
    }
}
