/** Channels, select and structured processes: CSP for virtual threads, platform threads and strands alike. */
@SuppressWarnings("module") // that it opens a room to is built after it
module dev.ropewalk.channel {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.channel;
    exports dev.ropewalk.channel.core to
            dev.ropewalk.cluster;
}
