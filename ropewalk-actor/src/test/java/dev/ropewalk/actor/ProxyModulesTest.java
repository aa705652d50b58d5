package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Proxies where this library and the interfaces are in named modules. */
@Timeout(60)
class ProxyModulesTest {
    /** Interfaces in a module that doesn't know the library. */
    private static final Map<String, String> CONTRACT = Map.of(
            "module-info.java",
            """
            module contract {
                exports contract.exported;
                exports contract.befriended to dev.ropewalk.actor;
                opens contract.opened to dev.ropewalk.actor;
            }
            """,
            "contract/exported/Account.java",
            "package contract.exported; public interface Account { void deposit(long amount); }",
            "contract/exported/Inner.java",
            "package contract.exported; interface Inner { void deposit(long amount); }",
            "contract/befriended/Account.java",
            "package contract.befriended; public interface Account { void deposit(long amount); }",
            "contract/opened/Inner.java",
            "package contract.opened; interface Inner { void deposit(long amount); }",
            "contract/closed/Account.java",
            "package contract.closed; public interface Account { void deposit(long amount); }");

    private static final Map<String, String> BANK = Map.of("module-info.java", """
            module bank {
                requires contract;
                requires dev.ropewalk.actor;
                exports bank;
                opens bank to dev.ropewalk.actor;
            }
            """, "bank/Bank.java", """
            package bank;

            import dev.ropewalk.actor.ActorSystem;
            import java.lang.reflect.Proxy;
            import java.util.concurrent.CompletableFuture;

            public class Bank {
                interface Account {
                    void deposit(long amount);

                    CompletableFuture<Long> balance();
                }

                static class SavingsAccount implements Account {
                    private long balance;

                    public void deposit(long amount) {
                        balance += amount;
                    }

                    public CompletableFuture<Long> balance() {
                        return CompletableFuture.completedFuture(balance);
                    }
                }

                public static String deposit() throws Exception {
                    try (ActorSystem system = ActorSystem.create("bank")) {
                        Account account = system.proxy("account", Account.class, SavingsAccount::new);
                        account.deposit(5);
                        return account + ": " + account.balance().get();
                    }
                }

                public static String proxyOf(String interfaceName) throws Exception {
                    try (ActorSystem system = ActorSystem.create("bank")) {
                        Module contract = Bank.class.getModule().getLayer().findModule("contract").orElseThrow();
                        return make(system, Class.forName(contract, interfaceName));
                    } catch (IllegalArgumentException e) {
                        return e.getMessage();
                    }
                }

                private static <T> String make(ActorSystem system, Class<T> type) {
                    Class<?>[] types = {type};
                    T target = type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, (self, method, arguments) -> null));
                    return system.proxy("account", type, () -> target).toString();
                }
            }
            """);

    @TempDir
    private static Path folder = Path.of("");

    private static List<Path> modules = List.of();

    @BeforeAll
    static void compile() throws IOException {
        modules = new ArrayList<>(CompiledModules.library());
        modules.add(CompiledModules.compile(folder.resolve("contract"), modules, CONTRACT));
        modules.add(CompiledModules.compile(folder.resolve("bank"), modules, BANK));
    }

    private static ModuleLayer.Controller oneLoader() {
        return ModuleLayer.defineModulesWithOneLoader(resolved(), List.of(ModuleLayer.boot()), parentLoader());
    }

    private static ModuleLayer.Controller manyLoaders() {
        return ModuleLayer.defineModulesWithManyLoaders(resolved(), List.of(ModuleLayer.boot()), parentLoader());
    }

    private static Configuration resolved() {
        ModuleFinder finder = ModuleFinder.of(modules.toArray(Path[]::new));
        return ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("bank"));
    }

    private static ClassLoader parentLoader() {
        return ClassLoader.getPlatformClassLoader();
    }

    @SuppressWarnings(
            "restricted") // the scheduler pins its threads by native calls, as the test JVM's options allow it
    private static String call(ModuleLayer.Controller modules, String method, Object... arguments) throws Exception {
        modules.enableNativeAccess(
                modules.layer().findModule("dev.ropewalk.cpu").orElseThrow());
        Class<?> bank = modules.layer().findLoader("bank").loadClass("bank.Bank");
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
        Method called = bank.getMethod(method, types);
        return (String) called.invoke(null, arguments);
    }

    @Test
    void shouldProxyInnerInterfacesOfPackagesThatAreOpenToTheLibrary() throws Exception {
        assertThat(call(oneLoader(), "deposit")).isEqualTo("Account[/bank/account]: 5");
        assertThat(call(manyLoaders(), "deposit")).isEqualTo("Account[/bank/account]: 5");
    }

    @Test
    void shouldProxyInterfacesOfAModuleThatDoesNotRequireTheLibrary() throws Exception {
        assertThat(call(oneLoader(), "proxyOf", "contract.opened.Inner")).isEqualTo("Inner[/bank/account]");
        assertThat(call(oneLoader(), "proxyOf", "contract.exported.Account")).isEqualTo("Account[/bank/account]");
        assertThat(call(manyLoaders(), "proxyOf", "contract.exported.Account")).isEqualTo("Account[/bank/account]");
    }

    @Test
    void shouldSayWhatToOpen() throws Exception {
        for (String name :
                List.of("contract.exported.Inner", "contract.befriended.Account", "contract.closed.Account")) {
            String itsPackage = name.substring(0, name.lastIndexOf('.'));
            assertThat(call(oneLoader(), "proxyOf", name))
                    .isEqualTo(name
                            + " can't be a proxy, since it isn't accessible: make it public and export its package"
                            + " to all, or add 'opens " + itsPackage + " to dev.ropewalk.actor' to module contract");
        }
    }

    @Test
    void shouldSayThatTheLibraryMustBeSeen() throws Exception {
        assertThat(call(manyLoaders(), "proxyOf", "contract.opened.Inner"))
                .startsWith(
                        "contract.opened.Inner can't be a proxy, since it isn't accessible: make it public and export its"
                                + " package to all, or let its class loader (")
                .endsWith(") see dev.ropewalk.actor");
    }
}
