/** CPU topology, pinning of threads and idle strategies. */
module dev.ropewalk.cpu {
    requires static transitive org.jspecify;

    exports dev.ropewalk.cpu;
}
