package dev.ropewalk.lab.experiment;

import java.util.List;

/**
 * What size {@code tour} shows of an experiment: one telling cell, with the contenders that matter in it.
 *
 * @param contenders their names: Ropewalk's main entry, what else of Ropewalk's tells something, the strongest rivals, and
 *     the limit if there is one
 * @param reason why this cell and these contenders, in a sentence or two for the report
 */
public record Tour(List<String> contenders, String reason) {
    public Tour {
        contenders = List.copyOf(contenders);
    }
}
