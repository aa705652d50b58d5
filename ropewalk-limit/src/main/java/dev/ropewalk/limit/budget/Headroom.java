package dev.ropewalk.limit.budget;

/**
 * How much may be granted of a memory of which only what is left can be seen, not whose the rest is.
 *
 * <p>What was granted is used sooner or later, some of it not yet. So the room that is left, and what is granted, are
 * between them too much while the latter isn't used yet, and the room alone is too little when it is. What bounds both
 * is the most room there was since nothing was granted: others used the rest of it then. Whatever they use more, takes
 * from the sum.
 */
final class Headroom {
    private long most;

    /**
     * Returns how much may be granted in total: at least 1, so that one request at a time goes through however little
     * is left.
     *
     * @param room how much is left
     * @param granted how much is granted
     */
    long capacity(long room, long granted) {
        most = granted == 0 ? room : Math.max(most, room);
        long sum = granted > Long.MAX_VALUE - Math.max(0, room) ? Long.MAX_VALUE : room + granted;
        return Math.max(1, Math.min(most, sum));
    }
}
