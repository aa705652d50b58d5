package dev.ropewalk.cluster.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.TypesOnSomeNodes;
import dev.ropewalk.testing.CapturedLog;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Types on some nodes of Pekko, all in this process. No node that leaves waits in vain for the next oldest to take over a coordinator. */
class PekkoTypesTest extends TypesOnSomeNodes {
    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster.pekko");

    @RegisterExtension
    final AfterEachCallback takenOver = context -> {
        assertThat(log.messages("phase [cluster-exiting] timed out")).isEmpty();
        log.close();
    };

    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
