/** Channels, select and structured processes: CSP for virtual threads, platform threads and strands alike. */
module dev.ropewalk.channel {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.channel;
}
