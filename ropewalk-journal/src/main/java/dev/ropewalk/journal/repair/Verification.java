package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.FirstIndex;
import dev.ropewalk.journal.store.SegmentFolder;
import dev.ropewalk.journal.store.SegmentSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Verifies a journal in its directory without changing it: the heads of all files, the control file, then the segments and the
 * cursors by what the heads and the control file should be. So damage there doesn't hide whether the records are intact.
 */
public final class Verification {
    private static final int ATTEMPTS = 10;

    private final Path directory;
    private final List<VerificationReport.Damage> mendable = new ArrayList<>();
    private boolean isFirstSegmentKnown = true;
    private boolean isLastSegmentKnown = true;

    private Verification(Path directory) {
        this.directory = directory;
    }

    public static VerificationReport of(Path directory) {
        return FileThreads.call(directory, () -> new Verification(directory).run());
    }

    private VerificationReport run() throws IOException {
        FileHeads heads = FileHeads.read(directory);
        Optional<VerificationReport.Damage> contradiction = heads.contradiction();
        if (contradiction.isPresent()) {
            return unrepairable(contradiction.get());
        }
        mendable.addAll(heads.damages());
        if (!heads.isControlDamaged()) {
            try (ControlFile control = ControlFile.open(directory, false)) {
                List<VerificationReport.Damage> damages = ControlWords.damages(directory, control);
                if (damages.isEmpty()) {
                    return verify(control);
                }
                mendable.addAll(damages);
            }
        }
        isFirstSegmentKnown = ControlRebuild.isFirstSegmentKnown(directory, heads);
        isLastSegmentKnown = ControlRebuild.isLastSegmentKnown(directory, heads);
        try (ControlFile control = ControlRebuild.of(directory, heads)) {
            return verify(control);
        }
    }

    private VerificationReport unrepairable(VerificationReport.Damage damage) {
        return new VerificationReport(0, 0, 0, 0, 0, List.copyOf(mendable), Optional.of(damage), List.of());
    }

    private VerificationReport verify(ControlFile control) {
        VerificationReport report;
        long first;
        int attempt = 0;
        do {
            first = control.firstSegment();
            report = verifyOnce(control);
            // If retention has gone on, what it has deleted may have been missed.
        } while (!report.isIntact() && control.firstSegment() != first && ++attempt < ATTEMPTS);
        return report;
    }

    private VerificationReport verifyOnce(ControlFile control) {
        List<VerificationReport.Damage> found = new ArrayList<>(mendable);
        long durable = control.watermark().position();
        boolean isCutDue = control.boot().since(Machine.bootOf(directory)) != Interruption.PROCESSES_DIED;
        var cursors = new CursorVerification(directory, control.identity(), isCutDue);
        try (var segments = SegmentFolder.withAnyHeads(directory, control)) {
            if (FirstIndex.of(segments).isEmpty()) {
                return unrepairable(new VerificationReport.Damage(
                        segments.first(), SegmentLayout.FIRST_INDEX_AT, FirstIndex.UNKNOWN, true));
            }
            var verifier = new Verifier(segments, durable, found);
            VerificationReport report = verifier.run();
            long end = report.damage().isPresent() ? Long.MAX_VALUE : verifier.endIndex();
            List<CursorFinding> findings = cursors.findings(report.firstIndex(), end);
            List<VerificationReport.Damage> damages = report.mendable();
            if (!isLastSegmentKnown && report.damage().isEmpty() && verifier.hasEnded()) {
                damages = Stream.concat(damages.stream(), Stream.of(lostLast(segments.last())))
                        .toList();
            }
            if (!isFirstSegmentKnown && segments.first() > 0) {
                damages = Stream.concat(damages.stream(), Stream.of(lostFirst(segments)))
                        .toList();
            }
            report = with(report, damages, report.damage(), findings);
            return control.isNew() ? report : withLostStart(report, segments, durable);
        }
    }

    private static VerificationReport.Damage lostFirst(SegmentSet segments) {
        String what = "of segment " + (segments.first() - 1) + ": " + MissingStart.perhaps(segments);
        return new VerificationReport.Damage(FileHead.CONTROL, ControlLayout.FIRST_SEGMENT_AT, what, true);
    }

    private static VerificationReport.Damage lostLast(long last) {
        String what = "it told whether segment " + (last + 1) + " follows segment " + last
                + ", which has ended: if it does, its file is missing, and its records with it";
        return new VerificationReport.Damage(FileHead.CONTROL, ControlLayout.LAST_SEGMENT_AT, what, true);
    }

    /** The oldest ones that are lost; others are found by the verifier. Their number is read last, as it rises before files go. */
    private static VerificationReport withLostStart(VerificationReport report, SegmentSet segments, long durable) {
        long first = segments.first();
        long kept = segments.firstKept();
        if (first >= 0 && kept >= first) {
            return report;
        }
        String what = first < 0 ? "its file is missing, and its records with it" : MissingStart.of(segments);
        boolean wasDurable = kept * segments.segmentBytes() < durable;
        var damage = new VerificationReport.Damage(kept, 0, what, wasDurable);
        return with(report, report.mendable(), Optional.of(damage), report.cursors());
    }

    private static VerificationReport with(
            VerificationReport report,
            List<VerificationReport.Damage> mendable,
            Optional<VerificationReport.Damage> damage,
            List<CursorFinding> cursors) {
        return new VerificationReport(
                report.segments(),
                report.firstIndex(),
                report.records(),
                report.invalidated(),
                report.openClaims(),
                mendable,
                damage,
                cursors);
    }
}
