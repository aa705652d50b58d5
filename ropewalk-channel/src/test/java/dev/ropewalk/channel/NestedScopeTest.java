package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Scopes within scopes, and the values that processes inherit. */
class NestedScopeTest extends ScopeTests {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();
    private static final ScopedValue<String> REQUEST = ScopedValue.newInstance();

    NestedScopeTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldCancelScopesWithinThroughTheirOwner() throws InterruptedException {
        List<String> ended = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(3);
        try (ProcessScope scope = open("outer")) {
            scope.spawn("parent", () -> {
                try (ProcessScope inner = open("inner")) {
                    for (String name : List.of("one", "two", "three")) {
                        inner.spawn(name, () -> {
                            begun.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                ended.add(name);
                            }
                        });
                    }
                    inner.join();
                }
            });
            await(begun);
            scope.spawn("failing", () -> {
                throw new IOException("disk");
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
            assertThat(ended).containsExactlyInAnyOrder("one", "two", "three");
        }
    }

    @Test
    void shouldTellTheOuterScopeOfAFailureWithin() {
        try (ProcessScope scope = open("outer")) {
            scope.spawn("parent", () -> {
                try (ProcessScope inner = open("inner")) {
                    inner.spawn("child", () -> {
                        throw new IOException("disk");
                    });
                    inner.join();
                }
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process parent of scope outer")
                    .withCauseInstanceOf(ProcessFailedException.class)
                    .withRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldRefuseToCloseTheOuterScopeFirst() {
        try (ProcessScope outer = open("outer");
                ProcessScope inner = open("inner")) {
            assertThatIllegalStateException()
                    .isThrownBy(outer::close)
                    .withMessage("can't close scope outer before scope inner, which is within it");
            assertThat(inner.name()).isEqualTo("inner");
        }
    }

    @Test
    void shouldCloseWhatAProcessHasLeftOpen() {
        List<ScopedProcess<?>> left = new CopyOnWriteArrayList<>();
        try (ProcessScope scope = open("outer")) {
            scope.spawn("careless", () -> {
                ProcessScope first = open("first");
                left.add(first.spawn(() -> new CountDownLatch(1).await()));
                ProcessScope second = open("second");
                left.add(second.spawn(() -> new CountDownLatch(1).await()));
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .withStackTraceContaining("process careless has ended without closing scope first");
        }
        assertThat(left)
                .hasSize(2)
                .allSatisfy(process -> assertThat(process.state()).isEqualTo(ProcessState.CANCELLED));
    }

    @Test
    void shouldBindScopedValuesAgain() throws Exception {
        try (ProcessScope scope =
                ProcessScope.builder(scheduler).rebind(USER, REQUEST).open()) {
            ScopedProcess<String> both = ScopedValue.where(USER, "ann")
                    .where(REQUEST, "r1")
                    .call(() -> scope.spawn(() -> USER.get() + " " + REQUEST.get()));
            ScopedProcess<String> none = scope.spawn(() -> USER.orElse("nobody"));
            ScopedProcess<String> within = ScopedValue.where(USER, "bob")
                    .call(() -> scope.spawn(() -> {
                        try (ProcessScope inner = ProcessScope.open(scheduler)) {
                            ScopedProcess<String> user =
                                    inner.spawn(() -> USER.get() + REQUEST.orElse(" without request"));
                            inner.join();
                            return user.result();
                        }
                    }));
            scope.join();
            assertThat(both.result()).isEqualTo("ann r1");
            assertThat(none.result()).isEqualTo("nobody");
            assertThat(within.result()).isEqualTo("bob without request");
        }
    }
}
