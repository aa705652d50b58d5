package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.testkit.contract.FrameChecks;
import dev.ropewalk.cluster.testkit.contract.MemberChecks;
import dev.ropewalk.cluster.testkit.contract.ShardChecks;
import dev.ropewalk.cluster.testkit.contract.Stage;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What each engine of clusters must keep, as checks for whoever brings one. They depend on no test framework: a check that fails throws an {@link AssertionError}. All
 * of them also check that the listeners' methods are called one after another as {@link dev.ropewalk.cluster.engine.EngineListener} says, and that a shard has
 * one owner at a time.
 *
 * {@snippet class="dev.ropewalk.cluster.testkit.snippets.TestKitSnippets" region="contract" :
 * @ParameterizedTest
 * @EnumSource
 * void shouldKeep(EngineContract rule) {
 *     rule.check(fixture());
 * }
 * }
 */
public enum EngineContract {
    /** Frames from one node to another arrive in the order in which they were sent, at most once, whole and unchanged. */
    FRAMES_KEEP_THEIR_ORDER(FrameChecks::keepOrder),
    /** A frame arrives only at the node that it was sent to. */
    FRAMES_ARRIVE_WHERE_THEY_WERE_SENT(FrameChecks::arriveWhereSent),
    /** A frame arrives that is as large as {@link dev.ropewalk.cluster.engine.Engine#send} allows. */
    LARGE_FRAMES_GET_THROUGH(FrameChecks::carryLargest),
    /** A frame for a node that isn't a member, or is none any more, isn't taken. */
    FRAMES_FOR_STRANGERS_ARE_REFUSED(FrameChecks::refuseStrangers),
    /** All nodes come to see all others as up. */
    MEMBERS_SEE_EACH_OTHER(MemberChecks::seeEachOther),
    /** All nodes come to see which roles each has. */
    ROLES_ARE_SEEN(MemberChecks::seeRoles),
    /** A node of another cluster never becomes a member. */
    OTHER_CLUSTERS_STAY_APART(MemberChecks::stayApart),
    /** A node that has left was told so before its stage completes, and is no member for the others. */
    LEAVING_ENDS_A_MEMBER(MemberChecks::leave),
    /** A node that leaves is a member, sends, and is sent to, until it says that nothing is left to send; its shards have left it by then. */
    LEAVING_WAITS_FOR_WHAT_IS_LEFT(MemberChecks::sendTheRest),
    /** A node that leaves at once ends, and is no member for the others, which go on; they needn't find out that it doesn't answer. Its shards get another owner. */
    LEAVING_AT_ONCE_IS_TOLD(MemberChecks::leaveNow),
    /** A node that ends without leaving becomes unreachable, and is removed. */
    THE_DEAD_ARE_REMOVED(MemberChecks::removeDead),
    /** A node that is started again under its address is another one, and takes the place of the first. */
    A_RESTARTED_NODE_IS_ANOTHER(MemberChecks::restart),
    /** Two nodes can't have the same address. */
    AN_ADDRESS_IN_USE_IS_REFUSED(MemberChecks::refuseAddress),
    /** A node that is cut off is told that it is removed, and the others go on; needs {@link EngineFixture#isolate}. */
    THE_ISOLATED_ARE_REMOVED(MemberChecks::removeIsolated),
    /** All nodes get the same owner of a shard, which was told before that it is. */
    A_SHARD_HAS_ONE_OWNER(ShardChecks::oneOwner),
    /** A shard has no other owner before its owner has ended what lives in it. */
    A_HAND_OFF_WAITS_FOR_THE_OWNER(ShardChecks::handOff),
    /** Only nodes that have the role of a type own shards of it; others find them. */
    SHARDS_STAY_WITH_THEIR_ROLE(ShardChecks::stayWithRole),
    /** Nodes own shards of a type, and leave, though others don't take part in it, whichever are the older ones. */
    TYPES_MAY_BE_ON_SOME_NODES(ShardChecks::onSomeNodes),
    /** The shards of a node that has ended get another owner. */
    SHARDS_OF_THE_DEAD_MOVE(ShardChecks::moveFromDead),
    /** The shards of a node that is cut off get another owner after it was told that it is removed; needs {@link EngineFixture#isolate}. */
    SHARDS_OF_THE_ISOLATED_MOVE(ShardChecks::moveFromIsolated);

    @SuppressWarnings("ImmutableEnumChecker") // a check has no state
    private final Consumer<Stage> body;

    EngineContract(Consumer<Stage> body) {
        this.body = body;
    }

    /**
     * Starts some nodes, checks this, and stops them.
     *
     * @throws AssertionError if it isn't so
     */
    public void check(EngineFixture fixture) {
        try (var stage = new Stage(Objects.requireNonNull(fixture, "fixture"))) {
            body.accept(stage);
            stage.checkMishaps();
        }
    }
}
