package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.store.FirstIndex;
import dev.ropewalk.journal.store.SegmentSet;
import java.util.OptionalLong;

/** Says what is known of segments that are missing before the first one that is there. */
final class MissingStart {
    private MissingStart() {}

    /** Returns it for those that retention hasn't deleted. */
    static String of(SegmentSet segments) {
        long kept = segments.firstKept();
        long before = segments.first() - 1;
        String files = kept == before
                ? "its file is missing"
                : "the files of this segment and of those up to segment " + before + " are missing";
        return files + ", and their records with them" + upTo(segments);
    }

    /** Returns it for those of which nothing tells any more whether retention has deleted them. */
    static String perhaps(SegmentSet segments) {
        return "whether retention has deleted it and those before, or they are lost, can't be told, as the control file was"
                + " lost: segment " + segments.first() + " is the first one that is there" + upTo(segments);
    }

    private static String upTo(SegmentSet segments) {
        OptionalLong first = FirstIndex.of(segments);
        return first.isPresent() ? ": all before record " + first.getAsLong() : "";
    }
}
