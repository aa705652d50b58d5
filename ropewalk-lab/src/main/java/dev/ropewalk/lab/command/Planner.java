package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Plan;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Parameter;
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
     * @param contenders names, none for those that the experiment has for the size
     * @param params texts like {@code actors=24} or {@code actors=24,8000}; the same parameter may stand in several
     * @throws IllegalArgumentException if there is no such contender, parameter or value
     */
    Plan plan(RunOptions options, List<String> contenders, List<String> params) {
        List<Contender> chosen = contenders.isEmpty()
                ? experiment.contenders(options.size)
                : experiment.contenders().stream()
                        .filter(contender -> contenders.contains(contender.name()))
                        .toList();
        contenders.forEach(this::requireContender);
        return new Plan(
                experiment,
                options.size,
                chosen,
                experiment.grid(options.size).replacing(overrides(params)).cells(),
                options.seed,
                command(options, contenders, params));
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

    private String command(RunOptions options, List<String> contenders, List<String> params) {
        var words = new ArrayList<>(List.of("ropewalk", "lab", "run", experiment.name()));
        words.addAll(List.of("--size", options.size.label(), "--seed", String.valueOf(options.seed)));
        contenders.forEach(name -> words.addAll(List.of("--contender", name)));
        params.forEach(param -> words.addAll(List.of("--param", param)));
        return String.join(" ", words);
    }
}
