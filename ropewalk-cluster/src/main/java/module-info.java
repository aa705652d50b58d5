/** Nodes that send each other messages, and the codecs of what they send. */
module dev.ropewalk.cluster {
    requires dev.ropewalk.base;
    requires static transitive org.jspecify;

    exports dev.ropewalk.cluster.codec;
}
