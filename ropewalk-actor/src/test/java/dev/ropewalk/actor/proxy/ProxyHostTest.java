package dev.ropewalk.actor.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorProxy;
import dev.ropewalk.actor.CompiledModules;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Proxies of interfaces in other class loaders. */
@Timeout(60)
class ProxyHostTest {
    private static final ClassLoader OWN = ProxyHostTest.class.getClassLoader();

    @TempDir
    private static Path folder = Path.of("");

    private static Path classes = Path.of("");

    @BeforeAll
    static void compile() throws IOException {
        classes = CompiledModules.compile(
                folder,
                List.of(),
                Map.of(
                        "bank/Open.java",
                        "package bank; public interface Open { void deposit(long amount); }",
                        "bank/Closed.java",
                        "package bank; interface Closed { void deposit(long amount); }",
                        "bank/Ticket.java",
                        "package bank; class Ticket { @Override public String toString() { return \"ticket\"; } }",
                        "bank/Desk.java",
                        """
                        package bank;
                        public interface Desk {
                            void take(Ticket ticket, long amount);
                            static void deposit(Desk desk, long amount) { desk.take(new Ticket(), amount); }
                        }
                        """,
                        "branch/BranchDesk.java",
                        "package branch; public interface BranchDesk extends bank.Desk {}",
                        "Unpackaged.java",
                        "interface Unpackaged { void deposit(long amount); }"));
    }

    private static URLClassLoader loader(@Nullable ClassLoader parent) throws MalformedURLException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent);
    }

    private static void assertThatDepositIsSent(Class<?> type) throws ReflectiveOperationException {
        var target = new QueueingTarget("/bank");
        Object proxy = ProxyFactory.newProxy(type, target);
        Method deposit = type.getMethod("deposit", long.class);
        deposit.setAccessible(true);
        deposit.invoke(proxy, 5L);
        assertThat(target.texts()).isEqualTo("deposit(5) ");
        assertThat(ActorProxy.refOf(proxy)).isSameAs(target.ref());
        assertThat(proxy.getClass().isHidden()).isTrue();
    }

    @Test
    void shouldProxyInterfacesOfALoaderThatSeesTheLibrary() throws Exception {
        try (URLClassLoader loader = loader(OWN)) {
            assertThatDepositIsSent(loader.loadClass("bank.Open"));
            assertThatDepositIsSent(loader.loadClass("bank.Closed"));
            assertThatDepositIsSent(loader.loadClass("Unpackaged"));
        }
    }

    @Test
    void shouldProxyPublicInterfacesOfALoaderThatDoesNotSeeTheLibrary() throws Exception {
        try (URLClassLoader loader = loader(null)) {
            assertThatDepositIsSent(loader.loadClass("bank.Open"));
        }
    }

    @Test
    void shouldSayWhatWouldMakeAnInterfaceOfAnIsolatedLoaderAccessible() throws Exception {
        try (URLClassLoader loader = loader(null)) {
            Class<?> closed = loader.loadClass("bank.Closed");
            assertThatThrownBy(() -> ProxyFactory.check(closed))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "bank.Closed can't be a proxy, since it isn't accessible: make it public, or let its class"
                                    + " loader (" + loader + ") see dev.ropewalk.actor");
        }
    }

    @Test
    void shouldProxyInterfacesOfTheJdk() {
        var target = new QueueingTarget("/jdk");
        ProxyFactory.newProxy(Runnable.class, target).run();
        @SuppressWarnings("unchecked")
        Flow.Subscriber<Integer> subscriber = ProxyFactory.newProxy(Flow.Subscriber.class, target);
        subscriber.onNext(5);
        subscriber.onComplete();
        assertThat(target.texts()).isEqualTo("run() onNext(5) onComplete() ");
    }

    @Test
    void shouldPassArgumentsOfTypesThatItCanNotAccess() throws Exception {
        try (URLClassLoader loader = loader(OWN)) {
            var target = new QueueingTarget("/desk");
            Object desk = ProxyFactory.newProxy(loader.loadClass("branch.BranchDesk"), target);
            Class<?> type = loader.loadClass("bank.Desk");
            type.getMethod("deposit", type, long.class).invoke(null, desk, 5);
            assertThat(target.texts()).isEqualTo("take(ticket, 5) ");
        }
    }

    @Test
    void shouldFindItsWayIntoAPackageAgain() throws Exception {
        try (URLClassLoader loader = loader(OWN)) {
            Class<?> closed = loader.loadClass("bank.Closed");
            MethodHandles.Lookup first = ProxyHost.of(closed);
            MethodHandles.Lookup second = ProxyHost.of(closed);
            assertThat(second.lookupClass()).isSameAs(first.lookupClass());
            assertThat(second.hasFullPrivilegeAccess()).isTrue();
        }
    }

    @Test
    void shouldNotKeepTheLoaderOfAnInterfaceAlive() throws Exception {
        assertThatItIsUnloaded(usedLoader(OWN, "bank.Closed"));
        assertThatItIsUnloaded(usedLoader(null, "bank.Open"));
    }

    private static WeakReference<ClassLoader> usedLoader(@Nullable ClassLoader parent, String type) throws Exception {
        try (URLClassLoader loader = loader(parent)) {
            assertThatDepositIsSent(loader.loadClass(type));
            return new WeakReference<>(loader);
        }
    }

    private static void assertThatItIsUnloaded(WeakReference<ClassLoader> loader) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (loader.get() != null && System.nanoTime() < deadline) {
            System.gc();
        }
        assertThat(loader.get()).isNull();
    }
}
