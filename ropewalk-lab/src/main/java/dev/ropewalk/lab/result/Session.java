package dev.ropewalk.lab.result;

import java.util.List;

/**
 * A command that runs experiments, from its start to its end: what {@code --resume} needs to go on with it.
 *
 * @param size the label of the size
 * @param cellSeconds how long a cell of size full may take
 * @param parts what was chosen of which experiment, in order
 */
public record Session(Occasion occasion, String size, long seed, int cellSeconds, List<Part> parts) {
    public Session {
        parts = List.copyOf(parts);
    }

    /**
     * What was chosen of an experiment.
     *
     * @param contenders as on the command line, empty for those that the experiment has for the size
     * @param params as on the command line
     */
    public record Part(String experiment, List<String> contenders, List<String> params) {
        public Part {
            contenders = List.copyOf(contenders);
            params = List.copyOf(params);
        }
    }

    /** Returns the names of the experiments that have no complete result of this session among some. */
    public List<String> missing(List<ExperimentResult> results) {
        return parts.stream()
                .map(Part::experiment)
                .filter(name -> results.stream()
                        .noneMatch(
                                result -> result.experiment().equals(name) && isOfThis(result) && result.isComplete()))
                .toList();
    }

    /** Returns whether a result was made in this session. */
    public boolean isOfThis(ExperimentResult result) {
        return result.occasion().started().equals(occasion.started());
    }
}
