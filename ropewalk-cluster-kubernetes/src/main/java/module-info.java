/** Nodes of a cluster that find each other by the API of Kubernetes. */
module dev.ropewalk.cluster.kubernetes {
    requires com.fasterxml.jackson.core;
    requires dev.ropewalk.base;
    requires java.net.http;
    requires transitive dev.ropewalk.cluster;
    requires static transitive org.jspecify;

    exports dev.ropewalk.cluster.kubernetes;
}
