// Rings of goroutines, each with a channel of its own. Arguments: rings, nodes of each ring. Each request is a number of
// laps: a token is sent around each ring, and the answer is the sum of the tokens' checksums.
package main

import "os"

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

func main() {
	rings := number(os.Args[1])
	nodes := number(os.Args[2])
	finished := make(chan *token, rings)
	firsts := spawn(rings, nodes, finished)
	serve(func(laps string) func() uint64 {
		tokens := make([]token, rings)
		for ring := range tokens {
			tokens[ring].left = uint64(number(laps)) * uint64(nodes)
		}
		return func() uint64 {
			for ring := range tokens {
				firsts[ring] <- &tokens[ring]
			}
			var checksum uint64
			for range tokens {
				checksum += (<-finished).checksum
			}
			return checksum
		}
	})
}
