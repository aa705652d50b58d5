package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Verifies a journal in its directory without changing it: the heads of all files, the control file, then the segments by what
 * the heads and the control file should be. So damage there doesn't hide whether the records are intact.
 */
final class Verification {
    private final Path directory;
    private final List<VerificationReport.Damage> mendable = new ArrayList<>();

    private Verification(Path directory) {
        this.directory = directory;
    }

    static VerificationReport of(Path directory) {
        return FileThreads.call(directory, () -> new Verification(directory).run());
    }

    private VerificationReport run() throws IOException {
        Heads heads = Heads.read(directory);
        Optional<VerificationReport.Damage> contradiction = heads.contradiction();
        if (contradiction.isPresent()) {
            return new VerificationReport(0, 0, 0, 0, 0, List.of(), contradiction);
        }
        mendable.addAll(heads.damages());
        if (!heads.isControlDamaged()) {
            try (ControlFile control = ControlFile.open(directory, false)) {
                List<VerificationReport.Damage> damages = ControlWords.damages(control);
                if (damages.isEmpty()) {
                    return verify(control);
                }
                mendable.addAll(damages);
            }
        }
        try (ControlFile control = ControlRebuild.of(directory, heads)) {
            return verify(control);
        }
    }

    private VerificationReport verify(ControlFile control) {
        long durable = control.watermark().position();
        long last = control.lastSegment();
        try (var segments = SegmentFolder.withAnyHeads(directory, control)) {
            if (!control.isNew()) {
                findMissing(segments, control, last);
            }
            return new Verifier(segments, durable, mendable).run();
        }
    }

    /** Those in the middle are found by the verifier. The first segment's number is read last, as it rises before files go. */
    private void findMissing(SegmentSet segments, ControlFile control, long last) {
        long firstThere = segments.first();
        long lastThere = segments.last();
        if (firstThere < 0 || control.firstSegment() < firstThere) {
            missing(control.firstSegment());
        } else if (lastThere < last) {
            missing(lastThere + 1);
        }
    }

    private void missing(long number) {
        mendable.add(new VerificationReport.Damage(number, 0, "its file is missing, and its records with it", true));
    }
}
