package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LimitBounds;
import java.util.random.RandomGenerator;

/** The adaptive limits with their defaults, each with a service that gives the signs that it heeds. */
enum AdaptiveAlgorithm {
    AIMD {
        @Override
        LimitAlgorithm create(LimitBounds bounds, RandomGenerator random) {
            return AimdLimit.builder()
                    .initial(bounds.initial())
                    .min(bounds.min())
                    .max(bounds.max())
                    .build();
        }

        // A service that queues everything gives no sign to an algorithm that waits for drops.
        @Override
        LimitScenario scenario(int servers, long seed) {
            LimitScenario scenario = super.scenario(servers, seed);
            scenario.service.setQueueCapacity(servers / 10);
            return scenario;
        }
    },
    VEGAS {
        @Override
        LimitAlgorithm create(LimitBounds bounds, RandomGenerator random) {
            return VegasLimit.builder()
                    .initial(bounds.initial())
                    .min(bounds.min())
                    .max(bounds.max())
                    .random(random)
                    .build();
        }
    },
    GRADIENT {
        @Override
        LimitAlgorithm create(LimitBounds bounds, RandomGenerator random) {
            return GradientLimit.builder()
                    .initial(bounds.initial())
                    .min(bounds.min())
                    .max(bounds.max())
                    .random(random)
                    .build();
        }
    };

    abstract LimitAlgorithm create(LimitBounds bounds, RandomGenerator random);

    LimitScenario scenario(int servers, long seed) {
        return new LimitScenario(servers, seed, random -> create(LimitBounds.DEFAULT, random));
    }
}
