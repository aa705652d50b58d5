/** The journal: an append-only log in memory-mapped files, shared by processes and safe against crashes. */
module dev.ropewalk.journal {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.journal;
}
