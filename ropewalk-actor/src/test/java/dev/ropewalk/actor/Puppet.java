package dev.ropewalk.actor;

/** An actor that does what it is told: each message is code that it runs. It writes its life into a diary. */
public final class Puppet implements Actor<Puppet.Act> {
    private final ActorContext<Act> context;
    private final ActorRef<String> diary;
    private final String name;

    /** What a puppet is told to do. */
    @FunctionalInterface
    public interface Act {
        void in(ActorContext<Act> context) throws Exception;
    }

    public Puppet(ActorContext<Act> context, ActorRef<String> diary) {
        this.context = context;
        this.diary = diary;
        this.name = nameOf(context.self());
        diary.tell("made " + name);
    }

    public static String nameOf(ActorRef<?> actor) {
        return actor.path().substring(actor.path().lastIndexOf('/') + 1);
    }

    /** Tells a puppet to fail. */
    public static Act fail(Throwable cause) {
        return context -> {
            if (cause instanceof Error error) {
                throw error;
            }
            throw (Exception) cause;
        };
    }

    @Override
    public void receive(Act act) throws Exception {
        act.in(context);
    }

    @Override
    public void receiveSignal(Signal signal) {
        switch (signal) {
            case Terminated(ActorRef<?> actor) -> diary.tell(name + " saw the end of " + nameOf(actor));
        }
    }

    @Override
    public void preRestart(Throwable cause) {
        diary.tell("restart " + name + " for " + cause.getMessage());
    }

    @Override
    public void postStop() {
        diary.tell("stopped " + name);
    }
}
