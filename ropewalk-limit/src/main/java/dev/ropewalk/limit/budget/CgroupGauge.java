package dev.ropewalk.limit.budget;

/** How many bytes may be granted of what the control groups leave, less a reserve. */
public final class CgroupGauge implements Gauge {
    private final CgroupMemory memory;
    private final long reserve;
    private final Headroom headroom = new Headroom();

    public CgroupGauge(CgroupMemory memory, long reserve) {
        this.memory = memory;
        this.reserve = reserve;
    }

    @Override
    public long capacity(long inUse, long now) {
        return headroom.capacity(memory.room() - reserve, inUse);
    }
}
