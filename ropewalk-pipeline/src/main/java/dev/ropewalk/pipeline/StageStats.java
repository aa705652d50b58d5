package dev.ropewalk.pipeline;

/**
 * What one stage has done.
 *
 * @param position the last sequence that the whole stage is done with
 * @param lag how many claimed sequences it isn't done with
 * @param events how many events its handlers got, repeated attempts included
 * @param batches in how many batches
 * @param largestBatch how many sequences the largest of them had
 * @param stalls how often it found nothing to do
 * @param failures how often its handlers threw
 * @param dropped how many events it didn't pass on to the stages behind it, because of that
 */
public record StageStats(
        long position,
        long lag,
        long events,
        long batches,
        long largestBatch,
        long stalls,
        long failures,
        long dropped) {
    /** Returns how many events a batch has on average; 0 if there was none. */
    public double meanBatch() {
        return batches == 0 ? 0 : (double) events / batches;
    }
}
