package dev.ropewalk.cluster.testkit;

/** What a {@link MemoryStore} is asked to do. */
public enum StoreCall {
    /** {@link MemoryStore#load}. */
    LOAD,
    /** {@link MemoryStore#save}. */
    SAVE,
    /** {@link MemoryStore#delivered}. */
    DELIVERED,
    /** {@link MemoryStore#undelivered}. */
    UNDELIVERED
}
