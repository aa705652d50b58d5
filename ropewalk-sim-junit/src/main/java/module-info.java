/** Simulations as tests of JUnit. */
module dev.ropewalk.sim.junit {
    requires transitive dev.ropewalk.sim;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;

    exports dev.ropewalk.sim.junit;
}
