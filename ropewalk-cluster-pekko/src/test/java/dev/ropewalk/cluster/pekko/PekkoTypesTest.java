package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.TypesOnSomeNodes;

/** Types on some nodes of Pekko, all in this process. */
class PekkoTypesTest extends TypesOnSomeNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
