package dev.ropewalk.journal;

/** How the processes of the crash tests open their journals. */
final class CrashOptions {
    private static final long SEGMENT_BYTES = 256 << 10;

    private CrashOptions() {}

    static JournalOptions of(CrashPlan plan, int life) {
        return JournalOptions.defaults().segmentBytes(SEGMENT_BYTES);
    }
}
