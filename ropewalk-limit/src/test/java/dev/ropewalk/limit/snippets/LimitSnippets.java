package dev.ropewalk.limit.snippets;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import java.sql.SQLTransientException;

/** The code that the documentation of limits shows. */
@SuppressWarnings({"unused", "try"}) // it shows what can be called
abstract class LimitSnippets {
    interface Row {}

    abstract Row query(String key) throws Exception;

    abstract byte[] call();

    abstract void fetch();

    abstract void parse();

    abstract void unpack(byte[] result);

    void limiters(String key) throws Exception {
        // @start region="partitioned" :
        Limiter database =
                Limiter.vegas().name("database").partition("reads", 0.8).build();
        Row row = database.partition("reads").call(() -> query(key));
        // @end
    }

    void drops(String key) throws Exception {
        // @start region="limiter" :
        Limiter database = Limiter.vegas()
                .name("database")
                .drops(SQLTransientException.class::isInstance)
                .build();
        Row row = database.call(() -> query(key));
        // @end
    }

    void fixed() {
        // @start region="builder" :
        Limiter limiter = Limiter.fixed(100)
                .name("search")
                .maxWaiting(1000)
                .partition("live", 0.8)
                .partition("batch", 0.1)
                .build();
        Limiter live = limiter.partition("live");
        // @end
    }

    void permits(Limiter limiter) throws InterruptedException {
        // @start region="permit" :
        try (Permit permit = limiter.acquire()) {
            call();
            permit.succeed();
        }
        // @end
    }

    void heap() throws InterruptedException {
        // @start region="heap" :
        Budget budget =
                Budget.builder().resource("calls", 200).resource(Budget.heap()).build();
        try (Grant grant = budget.acquire(Demand.of("heap", 64 << 20).and("calls", 1))) {
            fetch();
            grant.release("calls"); // the answer is here, its memory is still needed
            parse();
        }
        // @end
    }

    void budgets() throws InterruptedException {
        // @start region="budget" :
        Budget budget = Budget.builder()
                .resource("memory", 4L << 30)
                .resource("calls", 200)
                .build();
        try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
            call();
        }
        // @end
    }

    void demands() {
        // @start region="demand" :
        Demand demand = Demand.of("memory", 64 << 20).and("calls", 1);
        // @end
    }

    void grants(Budget budget) throws InterruptedException {
        // @start region="grant" :
        try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
            byte[] result = call();
            grant.release("calls");
            unpack(result);
        }
        // @end
    }
}
