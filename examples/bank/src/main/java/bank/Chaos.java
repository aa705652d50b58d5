package bank;

import java.util.concurrent.ThreadLocalRandom;

/** Makes one in so many steps fail. */
record Chaos(int oneIn) {
    void strike() {
        if (ThreadLocalRandom.current().nextInt(oneIn) == 0) {
            throw new IllegalStateException("chaos");
        }
    }
}
