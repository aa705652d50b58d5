// Rings of goroutines, each with a channel of its own. Arguments: rings, nodes of each ring.
// For each line on standard input, a number of laps, it sends a token around each ring and prints the nanoseconds that
// took, the process's CPU time meanwhile in nanoseconds, the sum of the tokens' checksums, and the most memory that it has
// held in KiB, where Linux tells. It ends with its input.
package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type token struct {
	left     uint64
	checksum uint64
}

func node(number uint64, inbox <-chan *token, next chan<- *token, finished chan<- *token) {
	for t := range inbox {
		t.checksum = 31*t.checksum + number
		t.left--
		if t.left > 0 {
			next <- t
		} else {
			finished <- t
		}
	}
}

func spawn(rings, nodes int, finished chan<- *token) []chan *token {
	firsts := make([]chan *token, rings)
	for ring := range firsts {
		inboxes := make([]chan *token, nodes)
		for k := range inboxes {
			inboxes[k] = make(chan *token, 1)
		}
		for k := range inboxes {
			go node(uint64(ring*nodes+k), inboxes[k], inboxes[(k+1)%nodes], finished)
		}
		firsts[ring] = inboxes[0]
	}
	return firsts
}

func cpuNanos(usage *syscall.Rusage) int64 {
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// The high-water mark of getrusage is no use: it counts what the process was before it became this program.
func peakKiB() string {
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		if mark, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strings.TrimSpace(strings.TrimSuffix(mark, "kB"))
		}
	}
	return ""
}

func main() {
	rings := argument(1)
	nodes := argument(2)
	finished := make(chan *token, rings)
	firsts := spawn(rings, nodes, finished)
	requests := make(chan uint64)
	go read(requests)
	for laps := range requests {
		tokens := make([]token, rings)
		for ring := range tokens {
			tokens[ring].left = laps * uint64(nodes)
		}
		var before, after syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &before)
		start := time.Now()
		for ring := range tokens {
			firsts[ring] <- &tokens[ring]
		}
		var checksum uint64
		for range tokens {
			checksum += (<-finished).checksum
		}
		nanos := time.Since(start).Nanoseconds()
		syscall.Getrusage(syscall.RUSAGE_SELF, &after)
		os.Stdout.WriteString(strconv.FormatInt(nanos, 10) + " " +
			strconv.FormatInt(cpuNanos(&after)-cpuNanos(&before), 10) + " " +
			strconv.FormatUint(checksum, 16) + " " + peakKiB() + "\n")
	}
}

// Ends the process when nobody asks any more, even in the middle of a run.
func read(requests chan<- uint64) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		laps, err := strconv.ParseUint(lines.Text(), 10, 64)
		if err != nil {
			panic(err)
		}
		requests <- laps
	}
	os.Exit(0)
}

func argument(index int) int {
	value, err := strconv.Atoi(os.Args[index])
	if err != nil {
		panic(err)
	}
	return value
}
