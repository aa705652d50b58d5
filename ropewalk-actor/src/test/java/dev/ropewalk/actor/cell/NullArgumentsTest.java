package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorProxy;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.EventStream;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxCycle;
import dev.ropewalk.actor.MessagesDropped;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.Terminated;
import dev.ropewalk.actor.Timers;
import dev.ropewalk.actor.supervision.Stage;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null: by the parameter's name, or by its own if the parameter is {@code value}. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("nulls");

    private final ActorRef<Object> actor = system.spawn("actor", context -> message -> {});

    private final List<String> wrong = new ArrayList<>();

    /** What a caller may send to a proxy. */
    public interface Called {
        void call();
    }

    /** A value for each type of a parameter but the one that is null. */
    private Map<Class<?>, Object> samples() {
        return Map.ofEntries(
                Map.entry(String.class, "name"),
                Map.entry(Object.class, "message"),
                Map.entry(Duration.class, Duration.ofSeconds(30)),
                Map.entry(int.class, 1),
                Map.entry(long.class, 1L),
                Map.entry(double.class, 0.5),
                Map.entry(boolean.class, true),
                Map.entry(Class.class, Called.class),
                Map.entry(List.class, List.of(actor)),
                Map.entry(Set.class, Set.of(actor)),
                Map.entry(Throwable.class, new IllegalStateException("sample")),
                Map.entry(Function.class, (Function<Object, Object>) ignored -> "message"),
                Map.entry(BiFunction.class, (BiFunction<Object, Object, Object>) (one, other) -> "message"),
                Map.entry(Predicate.class, (Predicate<Object>) ignored -> true),
                Map.entry(Comparator.class, Comparator.comparing(Object::toString)),
                Map.entry(Supplier.class, (Supplier<Called>) () -> () -> {}),
                Map.entry(ToDoubleFunction.class, (ToDoubleFunction<Object>) ignored -> 1),
                Map.entry(CompletionStage.class, new CompletableFuture<>()),
                Map.entry(Scheduler.class, system.scheduler()),
                Map.entry(Placement.class, Placement.SOFT),
                Map.entry(OverflowPolicy.class, OverflowPolicy.FAIL),
                Map.entry(Directive.class, Directive.STOP),
                Map.entry(DeadLetter.Reason.class, DeadLetter.Reason.STOPPED),
                Map.entry(ActorSnapshot.State.class, ActorSnapshot.State.IDLE),
                Map.entry(Mailbox.class, Mailbox.unbounded()),
                Map.entry(Supervision.class, Supervision.restart()),
                Map.entry(Routing.class, Routing.roundRobin()),
                Map.entry(ServiceKey.class, new ServiceKey<>("service", Object.class)),
                Map.entry(ActorOptions.class, ActorOptions.defaults()),
                Map.entry(ActorFactory.class, (ActorFactory<Object>) context -> message -> {}),
                Map.entry(BlockingActor.class, (BlockingActor<Object>) Inbox::receive),
                Map.entry(Actor.class, (Actor<Object>) message -> {}),
                Map.entry(ActorRef.class, actor));
    }

    // The names of parameters

    private static String descriptor(Executable method) {
        Class<?> result = method instanceof Method plain ? plain.getReturnType() : void.class;
        return "("
                + String.join(
                        "",
                        Arrays.stream(method.getParameterTypes())
                                .map(Class::descriptorString)
                                .toList()) + ")" + result.descriptorString();
    }

    private static List<String> names(Class<?> owner, Executable method) {
        String name = method instanceof Constructor<?> ? "<init>" : method.getName();
        try (InputStream bytes = owner.getResourceAsStream(
                owner.getName().substring(owner.getPackageName().length() + 1) + ".class")) {
            MethodModel model = ClassFile.of()
                    .parse(Objects.requireNonNull(bytes).readAllBytes())
                    .methods()
                    .stream()
                    .filter(each -> each.methodName().equalsString(name)
                            && each.methodType().equalsString(descriptor(method)))
                    .findFirst()
                    .orElseThrow();
            int slot = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
            List<String> names = new ArrayList<>();
            List<? extends LocalVariableInfo> variables = model.code()
                    .orElseThrow()
                    .findAttribute(Attributes.localVariableTable())
                    .orElseThrow()
                    .localVariables();
            for (var type : MethodTypeDesc.ofDescriptor(descriptor(method)).parameterList()) {
                int at = slot;
                names.add(variables.stream()
                        .filter(variable -> variable.slot() == at && variable.startPc() == 0)
                        .findFirst()
                        .orElseThrow()
                        .name()
                        .stringValue());
                slot += Set.of("J", "D").contains(type.descriptorString()) ? 2 : 1;
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class whose code runs when a method is called on an object. */
    private static Class<?> implementer(Method method, Object subject) {
        for (Class<?> type = subject.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Method found = type.getDeclaredMethod(method.getName(), method.getParameterTypes());
                if (!Modifier.isAbstract(found.getModifiers())
                        && found.getReturnType().equals(method.getReturnType())) {
                    return type;
                }
            } catch (NoSuchMethodException notHere) {
                // but further up
            }
        }
        return method.getDeclaringClass();
    }

    // Calling

    private interface Call {
        void with(@Nullable Object[] arguments) throws ReflectiveOperationException;
    }

    private void check(String what, Executable method, List<String> names, Call call) {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive() || method.getAnnotatedParameterTypes()[i].isAnnotationPresent(Nullable.class)) {
                continue;
            }
            @Nullable
            Object[] arguments =
                    Arrays.stream(types).map(type -> sample(type, what)).toArray();
            arguments[i] = null;
            String expected = names.get(i).equals("value") ? method.getName() : names.get(i);
            String shown = what + ", " + names.get(i) + " null: ";
            try {
                call.with(arguments);
                wrong.add(shown + "accepted");
            } catch (InvocationTargetException e) {
                Throwable thrown = e.getCause();
                if (!(thrown instanceof NullPointerException) || !expected.equals(thrown.getMessage())) {
                    wrong.add(shown + thrown);
                }
            } catch (ReflectiveOperationException e) {
                wrong.add(shown + e);
            }
        }
    }

    private Object sample(Class<?> type, String what) {
        Object sample = samples().get(type);
        if (sample == null) {
            throw new IllegalStateException("no sample of " + type + " for " + what);
        }
        return sample;
    }

    /** Checks all methods that a public type declares or inherits, on an object of it. */
    private void check(Class<?> type, Object subject) {
        for (Method method : type.getMethods()) {
            if (method.getDeclaringClass() == Object.class
                    || method.getName().equals("equals")
                    || Modifier.isStatic(method.getModifiers())
                    || method.isBridge()) {
                continue;
            }
            method.setAccessible(true);
            Class<?> implementer = implementer(method, subject);
            if (method.getParameterCount() > 0) {
                check(
                        subject.getClass().getSimpleName() + " as " + type.getSimpleName() + "." + method.getName()
                                + Arrays.toString(method.getParameterTypes()),
                        method,
                        names(implementer, method),
                        arguments -> method.invoke(subject, arguments));
            }
        }
    }

    private void checkStatics(Class<?> type) {
        Stream<Executable> all = Stream.concat(
                Arrays.stream(type.getMethods()).filter(method -> Modifier.isStatic(method.getModifiers())),
                Arrays.stream(type.getConstructors()));
        all.filter(each -> each.getParameterCount() > 0 && !each.getName().equals("valueOf"))
                .forEach(each -> check(each.toString(), each, names(each.getDeclaringClass(), each), arguments -> {
                    if (each instanceof Method method) {
                        method.invoke(null, arguments);
                    } else {
                        ((Constructor<?>) each).newInstance(arguments);
                    }
                }));
    }

    private void assertNothingWrong() {
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldBeNamedByFactoriesAndRecords() {
        Stream.of(
                        ActorCloseReport.class,
                        ActorFailure.class,
                        ActorOptions.class,
                        ActorProxy.class,
                        ActorSnapshot.class,
                        ActorSystem.class,
                        DeadLetter.class,
                        Mailbox.class,
                        MailboxCycle.class,
                        MessagesDropped.class,
                        Receptionist.Listing.class,
                        Routing.class,
                        ServiceKey.class,
                        Supervision.class,
                        Terminated.class)
                .forEach(this::checkStatics);
        assertNothingWrong();
    }

    @Test
    void shouldBeNamedByOptions() {
        check(ActorOptions.class, ActorOptions.defaults());
        check(ActorSystemBuilder.class, ActorSystem.builder("builder"));
        check(Mailbox.class, Mailbox.unbounded());
        check(Supervision.class, Supervision.restart());
        assertNothingWrong();
    }

    @Test
    void shouldBeNamedByTheSystem() {
        check(ActorSystem.class, system);
        check(EventStream.class, system.events());
        check(Receptionist.class, system.receptionist());
        assertNothingWrong();
    }

    @Test
    void shouldBeNamedByRefs() {
        check(ActorRef.class, actor);
        check(
                ActorRef.class,
                system.spawn(
                        ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)), context -> m -> {}));
        check(ActorRef.class, system.spawnBlocking(Inbox::receive));
        check(ActorRef.class, new AskRef<>(Internals.of(system), "asked"));
        check(ActorRef.class, new AdapterRef<>((Cell<?>) actor, message -> message));
        for (Routing<Object> routing :
                List.of(Routing.roundRobin(), Routing.broadcast(), Routing.consistentHash(Object::hashCode))) {
            check(Router.class, system.spawnRouter(routing, 1, context -> message -> {}));
        }
        assertNothingWrong();
    }

    @Test
    void shouldBeNamedByContexts() throws Exception {
        try (var stage = new Stage()) {
            stage.check(stage.spawn("puppet"), context -> {
                check(ActorContext.class, context);
                check(Timers.class, context.timers());
                check(Stash.class, context.stash());
            });
        }
        assertNothingWrong();
    }

    @Test
    void shouldBeNamedByBlockingActors() throws Exception {
        var checked = new CompletableFuture<Boolean>();
        system.spawnBlocking(inbox -> {
            try {
                check(Inbox.class, inbox);
                checked.complete(true);
            } catch (Throwable thrown) {
                checked.completeExceptionally(thrown);
            }
        });
        checked.get(30, TimeUnit.SECONDS);
        assertNothingWrong();
    }
}
