package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** How entities are reached, begin and end. */
class EntitiesTest extends ClusterTests {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<String, Object> CLERKS = EntityType.of("clerk", String.class, Object.class);

    /** A message that is answered with the key. */
    private record Who(ActorRef<String> replyTo) {}

    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    /** Notes what it is told and answers who it is; stops itself, passivates itself and fails as it is told. */
    private Actor<Object> clerk(EntityContext<String, Object> entity) {
        told.add(entity.key() + " begins");
        return new Actor<>() {
            @Override
            public void receive(Object message) {
                if (message instanceof Who who) {
                    who.replyTo().tell(entity.key());
                    return;
                }
                switch (message.toString()) {
                    case "stop" -> entity.actor().stop();
                    case "passivate" -> entity.passivate();
                    case "fail" -> throw new IllegalStateException("on purpose");
                    default -> told.add(entity.key() + " " + message);
                }
            }

            @Override
            public void postStop() {
                told.add(entity.key() + " ends");
            }
        };
    }

    private void awaitTold(String... expected) {
        Await.until("all is told", () -> List.copyOf(told).equals(List.of(expected)));
    }

    @Test
    void shouldBeginWithTheFirstMessage() throws Exception {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        assertThat(clerks.activeKeys()).isEmpty();

        assertThat(get(ann.ask(Who::new, LONG))).isEqualTo("ann");
        assertThat(get(cluster.entity(CLERKS, "bob").ask(Who::new, LONG))).isEqualTo("bob");

        assertThat(clerks.activeKeys()).containsExactlyInAnyOrder("ann", "bob");
        assertThat(clerks.stats()).isEqualTo(new EntityStats(2, 2, 0, 0, 0, 0));
    }

    @Test
    void shouldBeTheSameWhoeverSends() {
        cluster.host(CLERKS, this::clerk);
        cluster.entity(CLERKS, "ann").tell("1");
        cluster.entity(CLERKS, "ann").tell("2");
        awaitTold("ann begins", "ann 1", "ann 2");
    }

    @Test
    void shouldTakeMessagesInAllForms() throws Exception {
        cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        ann.tell("1");
        assertThat(ann.tryTell("2")).isTrue();
        assertThat(ann.tell("3", LONG)).isTrue();
        get(ann.tellAsync("4"));
        ann.narrow().tell("5");
        awaitTold("ann begins", "ann 1", "ann 2", "ann 3", "ann 4", "ann 5");
    }

    @Test
    void shouldEndWhenAllBeforeIsHandledAndBeginAnew() throws Exception {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = clerks.entity("ann");
        ann.tell("1");
        get(clerks.passivate("ann"));
        assertThat(clerks.activeKeys()).isEmpty();
        ann.tell("2");
        awaitTold("ann begins", "ann 1", "ann ends", "ann begins", "ann 2");
        assertThat(clerks.stats()).isEqualTo(new EntityStats(1, 2, 0, 0, 1, 0));
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldPassivateItself() {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = clerks.entity("ann");
        ann.tell("passivate");
        awaitTold("ann begins", "ann ends");
        ann.tell("2");
        awaitTold("ann begins", "ann ends", "ann begins", "ann 2");
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldHaveNothingToPassivateIfItIsNotActive() {
        assertThat(cluster.host(CLERKS, this::clerk).passivate("ann")).isCompleted();
    }

    @Test
    void shouldBeginAnewAfterItHasStoppedItself() {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = clerks.entity("ann");
        ann.tell("stop");
        Await.until("it has stopped", () -> clerks.stats().equals(new EntityStats(0, 1, 0, 0, 0, 1)));
        ann.tell("2");
        awaitTold("ann begins", "ann ends", "ann begins", "ann 2");
    }

    @Test
    void shouldBeSupervisedAsWasAsked() {
        Entities<String, Object> clerks = cluster.host(
                CLERKS, EntityOptions.defaults().supervision(Supervision.always(Directive.STOP)), this::clerk);
        clerks.entity("ann").tell("fail");
        Await.until("it has stopped", () -> clerks.stats().equals(new EntityStats(0, 1, 0, 0, 0, 1)));
        awaitTold("ann begins", "ann ends");
    }

    @Test
    void shouldBeRestartedByDefault() {
        cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        ann.tell("fail");
        ann.tell("2");
        awaitTold("ann begins", "ann begins", "ann 2");
    }

    @Test
    void shouldBeLoggedWithItsKeyWhenItFails() {
        cluster.host(CLERKS, this::clerk);
        cluster.entity(CLERKS, "ann").tell("fail");
        Await.until(
                "it is logged",
                () -> !log.messages("/clerk/$1 (key ann) failed and is restarted")
                        .isEmpty());
    }

    /** It takes nothing after its first message. */
    private EntityRef<String, Object> full(OverflowPolicy policy) throws Exception {
        var hasPaused = new CompletableFuture<Void>();
        cluster.host(
                CLERKS,
                EntityOptions.defaults().actor(ActorOptions.defaults().mailbox(Mailbox.bounded(1, policy))),
                entity -> message -> {
                    entity.actor().pauseUntil(new CompletableFuture<Void>(), (nothing, failure) -> {});
                    hasPaused.complete(null);
                });
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        ann.tell("1");
        get(hasPaused);
        ann.tell("2");
        return ann;
    }

    @Test
    void shouldBeLoggedWithItsKeyWhenItsMailboxIsFull() throws Exception {
        full(OverflowPolicy.DROP_NEWEST).tell("3");
        Await.until(
                "it is logged",
                () -> !log.messages("the mailbox of /shop/clerk/$1 (key ann) was full")
                        .isEmpty());
    }

    @Test
    void shouldBeNamedByItsKeyWhenItRefusesAMessage() throws Exception {
        EntityRef<String, Object> ann = full(OverflowPolicy.FAIL);
        assertThatExceptionOfType(MailboxFullException.class)
                .isThrownBy(() -> ann.tell("3"))
                .withMessageStartingWith("the mailbox of /shop/clerk/$1 (key ann) is full");
    }

    @Test
    void shouldBeLoggedWhenItFailsThoughItsKeyCannotBePrinted() {
        EntityType<Shy, Object> shy = EntityType.of("shy", Shy.class, Object.class);
        Entities<Shy, Object> entities = cluster.host(shy, entity -> message -> {
            throw new IllegalStateException("on purpose");
        });
        entities.entity(new Shy(1)).tell("fail");
        Await.until(
                "it is logged",
                () -> !log.messages("/shy/$1 failed and is restarted").isEmpty());
    }

    /** A key that nobody can print. */
    private record Shy(int number) {
        @Override
        public String toString() {
            throw new IllegalStateException("nobody can print it");
        }
    }

    @Test
    void shouldFailTheQuestionsOfAnEntityThatCanNotBeMade() {
        cluster.host(CLERKS, EntityOptions.defaults().supervision(Supervision.always(Directive.STOP)), entity -> {
            throw new Exception("no room for " + entity.key());
        });
        assertThat(cluster.entity(CLERKS, "ann").ask(Who::new, LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ActorStoppedException.class);
        Await.until("it is logged", () -> !log.messages("failed").isEmpty());
    }

    @Test
    void shouldSayThatItCouldNotBeMadeIfItIsResumed() {
        EntityOptions<Object> resuming = EntityOptions.defaults().supervision(Supervision.always(Directive.RESUME));
        cluster.host(CLERKS, resuming, entity -> {
            throw new Exception("no room for " + entity.key());
        });
        assertThat(cluster.entity(CLERKS, "ann").ask(Who::new, LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("/shop/clerk/ann can't handle a message: it couldn't be made");
    }

    @Test
    void shouldLoadItsStateFirst() {
        var loaded = new CompletableFuture<String>();
        cluster.host(CLERKS, entity -> {
            entity.actor().pauseUntil(loaded, (state, failure) -> told.add("loaded " + state));
            return message -> told.add("told " + message);
        });
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        ann.tell("1");
        ann.tell("2");
        loaded.complete("all");
        awaitTold("loaded all", "told 1", "told 2");
    }

    @Test
    void shouldBeginWhenTheOneBeforeHasEnded() throws Exception {
        var let = new CompletableFuture<String>();
        Entities<String, Object> clerks = cluster.host(CLERKS, entity -> {
            told.add("begins");
            return new Actor<>() {
                @Override
                public void receive(Object message) {
                    told.add("told " + message);
                    if (message.equals("1")) {
                        entity.actor().pauseUntil(let, (state, failure) -> {});
                    }
                }

                @Override
                public void postStop() {
                    told.add("ends");
                }
            };
        });
        EntityRef<String, Object> ann = clerks.entity("ann");
        ann.tell("1");
        awaitTold("begins", "told 1");
        ann.tell("2");
        CompletableFuture<Void> ended = clerks.passivate("ann");
        ann.tell("3");
        assertThat(ended).isNotDone();
        assertThat(clerks.stats().active()).isEqualTo(2);
        let.complete("now");
        get(ended);
        awaitTold("begins", "told 1", "told 2", "ends", "begins", "told 3");
    }

    @Test
    void shouldSendToItselfWhileItIsPassivatedAndItsMailboxIsSmall() {
        Mailbox<Object> small = Mailbox.bounded(1, OverflowPolicy.BLOCK);
        cluster.host(
                CLERKS, EntityOptions.defaults().actor(ActorOptions.defaults().mailbox(small)), entity -> message -> {
                    told.add("told " + message);
                    if (message.equals("go")) {
                        entity.passivate();
                        for (int i = 0; i < 3; i++) {
                            entity.self().tell("after " + i);
                        }
                    }
                });
        cluster.entity(CLERKS, "ann").tell("go");
        awaitTold("told go", "told after 0", "told after 1", "told after 2");
    }

    @Test
    void shouldAskItselfWhileItIsPassivatedAndItsMailboxIsSmall() {
        Mailbox<Object> small = Mailbox.bounded(1, OverflowPolicy.BLOCK);
        cluster.host(
                CLERKS, EntityOptions.defaults().actor(ActorOptions.defaults().mailbox(small)), entity -> message -> {
                    told.add("told " + message);
                    if (message.equals("go")) {
                        entity.passivate();
                        for (int i = 0; i < 3; i++) {
                            int number = i;
                            var ignored = entity.self().ask(replyTo -> "after " + number, LONG);
                        }
                    }
                });
        cluster.entity(CLERKS, "ann").tell("go");
        awaitTold("told go", "told after 0", "told after 1", "told after 2");
    }

    @Test
    void shouldKeepTheBoundOfItsMailbox() {
        var let = new CompletableFuture<String>();
        Mailbox<Object> small = Mailbox.bounded(2, OverflowPolicy.BLOCK);
        cluster.host(
                CLERKS, EntityOptions.defaults().actor(ActorOptions.defaults().mailbox(small)), entity -> {
                    entity.actor().pauseUntil(let, (state, failure) -> {});
                    return message -> told.add("told " + message);
                });
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        assertThat(List.of(ann.tryTell("1"), ann.tryTell("2"), ann.tryTell("3")))
                .containsExactly(true, true, false);
        let.complete("now");
        awaitTold("told 1", "told 2");
    }

    @Test
    void shouldSayWhoItIs() {
        cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = cluster.entity(CLERKS, "ann");
        assertThat(ann.path()).isEqualTo("/shop/clerk/ann");
        assertThat(ann).hasToString("EntityRef[/shop/clerk/ann]").isEqualTo(cluster.entity(CLERKS, "ann"));
        assertThat(ann).hasSameHashCodeAs(cluster.entity(CLERKS, "ann")).isNotEqualTo(cluster.entity(CLERKS, "bob"));
        assertThat(ann.key()).isEqualTo("ann");
        assertThat(ann.type()).isEqualTo(CLERKS);
    }

    @Test
    void shouldRefuseWhatIsNotHosted() {
        cluster.host(CLERKS, this::clerk);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.entity(EntityType.of("cook", String.class, Object.class), "ann"))
                .withMessage("the local cluster of shop doesn't host 'cook'; it hosts [clerk]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.entity(EntityType.of("clerk", Integer.class, Object.class), 1))
                .withMessageContaining("which isn't EntityType[name=clerk, keyType=class java.lang.Integer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.host(CLERKS, this::clerk))
                .withMessageContaining("hosts a type named 'clerk' already");
    }

    @Test
    void shouldRefuseANameThatAnActorHas() {
        system.spawn("clerk", context -> message -> {});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.host(CLERKS, this::clerk))
                .withMessageContaining("has a child named 'clerk' already");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // to do what a raw type lets happen
    void shouldRefuseAKeyOfAnotherType() {
        Entities clerks = cluster.host(CLERKS, this::clerk);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clerks.entity(17))
                .withMessage("a key of 'clerk' is a java.lang.String, but this is a java.lang.Integer: 17");
    }

    @Test
    @SuppressWarnings("NullAway") // to do what must not be done
    void shouldRefuseNoMessage() {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = clerks.entity("ann");
        assertThatNullPointerException().isThrownBy(() -> ann.tell(null));
        assertThat(clerks.stats().started()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // to do what must not be done
    void shouldNotBeginForABadQuestion() {
        Entities<String, Object> clerks = cluster.host(CLERKS, this::clerk);
        EntityRef<String, Object> ann = clerks.entity("ann");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ann.ask(Who::new, Duration.ZERO))
                .withMessage("timeout must be above zero, but is PT0S");
        assertThatNullPointerException()
                .isThrownBy(() -> ann.ask(replyTo -> null, LONG))
                .withMessage("the question is null");
        assertThatIllegalStateException()
                .isThrownBy(() -> ann.ask(
                        replyTo -> {
                            throw new IllegalStateException("no question");
                        },
                        LONG))
                .withMessage("no question");
        assertThat(clerks.stats().started()).isZero();
    }

    @Test
    void shouldBeNamedWhenItGivesNoAnswer() {
        cluster.host(CLERKS, entity -> message -> {});
        assertThat(cluster.entity(CLERKS, "ann").ask(Who::new, Duration.ofMillis(1)))
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .withMessage("/shop/clerk/ann gave no answer within PT0.001S");
    }

    /** A key whose hash fails where the entity is put into the table, when it was looked up there before. */
    private static final class Key {
        private int calls;

        @Override
        public int hashCode() {
            if (++calls == 2) {
                throw new IllegalStateException("no hash");
            }
            return 1;
        }
    }

    @Test
    void shouldTellTheSenderWhatAKeyThrows() {
        EntityType<Key, Object> odd = EntityType.of("odd", Key.class, Object.class);
        Entities<Key, Object> entities = cluster.host(odd, entity -> message -> told.add("told " + message));
        EntityRef<Key, Object> ref = entities.entity(new Key());
        assertThatIllegalStateException().isThrownBy(() -> ref.tell("1")).withMessage("no hash");
        assertThat(entities.stats().active()).isZero();
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldRefuseTypesThatNoObjectHas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.channel("c", int.class, 1))
                .withMessage("the elements of channel 'c' can't be of the primitive type int; its wrapper will do");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.topic("t", long.class))
                .withMessage("the messages of the topic 't' can't be of the primitive type long; its wrapper will do");
    }

    @Test
    void shouldRefuseBadTypesAndOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityType.of("a/b", String.class, String.class))
                .withMessageContaining("'a/b'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityType.of("a", int.class, String.class))
                .withMessage("keyType must be a class of objects, but is the primitive type int; its wrapper will do");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityOptions.defaults().maxActive(0))
                .withMessage("maxActive must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityOptions.defaults().idleTime(Duration.ofNanos(999_999)))
                .withMessage("idleTime must be at least 1 ms, but is PT0.000999999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        EntityOptions.defaults().actor(ActorOptions.defaults().name("ann")))
                .withMessage("the actor of an entity can't have a name, but has 'ann'");
    }
}
