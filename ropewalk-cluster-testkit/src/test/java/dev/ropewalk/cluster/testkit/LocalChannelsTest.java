package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.testkit.Goods.Item;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels of a local cluster. */
class LocalChannelsTest implements ChannelContract {
    private final ActorSystem system = ActorSystem.create("shop");
    private final Cluster cluster = Cluster.local(system);

    @AfterEach
    void close() {
        cluster.close(PATIENCE);
        system.close(PATIENCE);
    }

    @Override
    public Cluster home() {
        return cluster;
    }

    @Override
    public Object there(Object sender) {
        return sender;
    }

    @Override
    public long lossesOfAll() {
        return cluster.stats().losses().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void shouldEndWithItsCluster() throws Exception {
        RemoteChannel<Item> channel = cluster.channel("items", Item.class, 2);
        channel.sender().send(new Item(0, 0));
        cluster.close(PATIENCE);
        assertThat(channel.receiver().receive()).isEqualTo(new Item(0, 0));
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> channel.receiver().receive())
                .withCauseInstanceOf(RemoteFailureException.class);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> channel.sender().send(new Item(0, 1)));
        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.channel("items", Item.class, 2))
                .withMessageContaining("is closed");
    }

    @Test
    @SuppressWarnings("unchecked") // on purpose
    void shouldRefuseAnElementOfAnotherTypeAndKeepItsRoom() throws Exception {
        RemoteChannel<Item> channel = cluster.channel("items", Item.class, 1);
        Sender<Object> any = (Sender<Object>) (Sender<?>) channel.sender();
        assertThatExceptionOfType(ClassCastException.class)
                .isThrownBy(() -> any.send("no item"))
                .withMessage("an element of channel items is a " + Item.class.getName() + ", not a java.lang.String");

        assertThat(channel.sender().send(new Item(0, 0), PATIENCE)).isTrue();
        assertThat(channel.receiver().receive()).isEqualTo(new Item(0, 0));
    }
}
