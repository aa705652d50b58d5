/** Publishers of {@link java.util.concurrent.Flow} whose stages are fused, with asynchronous boundaries where they are asked for. */
module dev.ropewalk.flow {
    requires dev.ropewalk.base;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.flow;
}
