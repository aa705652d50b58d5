package election;

import dev.ropewalk.cluster.store.BlockingEntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoreConflictException;
import dev.ropewalk.cluster.store.StoredState;
import election.Candidate.Votes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where votes are kept: a file for each candidate, which all stations read and write. It stands for a database. */
record Archive(Path folder) implements BlockingEntityStore<String, Votes, Void> {
    @Override
    public StoredState<Votes, Void> load(String name) throws IOException {
        Path file = folder.resolve(name);
        if (Files.notExists(file)) {
            return StoredState.none();
        }
        List<String> lines = Files.readAllLines(file); // the version, the count, and a line for each station
        Map<String, Long> last = lines.stream()
                .skip(2)
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> Long.valueOf(words[1])));
        var votes = new Votes(Long.parseLong(lines.get(1)), last);
        return new StoredState<>(Long.parseLong(lines.get(0)), Optional.of(votes), List.of());
    }

    /** A database does this in one transaction: nobody else saves between the look at the version and the change. */
    @Override
    public void save(String name, StateChange<Votes, Void> change) throws IOException {
        long version = load(name).version();
        if (version != change.expectedVersion()) {
            throw new StoreConflictException(name, change.expectedVersion(), version);
        }
        String stations = change.state().last().entrySet().stream()
                .map(station -> station.getKey() + " " + station.getValue() + "\n")
                .collect(Collectors.joining());
        Path next = Files.createTempFile(folder, name, "");
        Files.writeString(next, change.newVersion() + "\n" + change.state().count() + "\n" + stations);
        Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delivered(String name, OutboxMessage<Void> message) {
        throw new UnsupportedOperationException("candidates send nothing");
    }

    @Override
    public Collection<String> undelivered(int max) {
        return List.of();
    }
}
