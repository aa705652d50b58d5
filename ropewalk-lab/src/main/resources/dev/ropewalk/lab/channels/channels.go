// Goroutines that pass elements on through channels. Arguments: first how many channels there are, the capacity of each,
// and the factor of the checksums; then a description of each party. Each request is a round, and the answer is the sum
// of all receivers' checksums.
package main

import (
	"os"
	"strconv"
	"strings"
)

const elements = 1024

var table [elements]uint64

func init() {
	for k := range table {
		product := uint64(k+1) * 0x9E3779B97F4A7C15
		table[k] = product ^ product>>32
	}
}

func source(out chan<- uint64, first, count int) {
	for k := first; k < first+count; k++ {
		out <- table[k&(elements-1)]
	}
}

func sink(in <-chan uint64, count int, factor uint64) (checksum uint64) {
	for k := 0; k < count; k++ {
		checksum = checksum*factor + <-in
	}
	return
}

func pinger(out chan<- uint64, in <-chan uint64, count int, factor uint64) (checksum uint64) {
	for k := 0; k < count; k++ {
		out <- table[k&(elements-1)]
		checksum = checksum*factor + <-in
	}
	return
}

func relay(in <-chan uint64, out chan<- uint64) {
	for element := range in {
		out <- element
	}
}

// Goroutines that work once in each round, and where some of them report their checksums.
type network struct {
	starts  []chan struct{}
	results chan uint64
	reports int
}

func (n *network) each(work func()) {
	start := make(chan struct{}, 1)
	n.starts = append(n.starts, start)
	go func() {
		for range start {
			work()
		}
	}()
}

func (n *network) report(work func() uint64) {
	n.reports++
	n.each(func() { n.results <- work() })
}

func (n *network) round() (checksum uint64) {
	for _, start := range n.starts {
		start <- struct{}{}
	}
	for range n.reports {
		checksum += <-n.results
	}
	return
}

func main() {
	sizes := numbers(strings.Fields(os.Args[1]))
	factor := uint64(sizes[2])
	channels := make([]chan uint64, sizes[0])
	for k := range channels {
		channels[k] = make(chan uint64, sizes[1])
	}
	parties := os.Args[2:]
	n := &network{results: make(chan uint64, len(parties))}
	for _, party := range parties {
		words := strings.Fields(party)
		p := numbers(words[1:])
		switch words[0] {
		case "source":
			n.each(func() { source(channels[p[0]], p[1], p[2]) })
		case "sink":
			n.report(func() uint64 { return sink(channels[p[0]], p[1], factor) })
		case "selector":
			n.report(func() uint64 { return selector(channels, p[0], factor) })
		case "pinger":
			n.report(func() uint64 { return pinger(channels[p[0]], channels[p[1]], p[2], factor) })
		case "relay":
			go relay(channels[p[0]], channels[p[1]])
		default:
			panic("no such party: " + party)
		}
	}
	serve(func(string) func() uint64 { return n.round })
}

func numbers(words []string) []int {
	values := make([]int, len(words))
	for k := range words {
		values[k] = number(words[k])
	}
	return values
}

// The cases of a select are fixed when it is compiled; what package reflect offers instead is many times slower.
func selector(c []chan uint64, count int, factor uint64) uint64 {
	switch len(c) {
	case 2:
		return select2(c[0], c[1], count, factor)
	case 8:
		return select8(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], count, factor)
	default:
		panic("no select of " + strconv.Itoa(len(c)))
	}
}

func select2(a, b <-chan uint64, count int, factor uint64) (checksum uint64) {
	for k := 0; k < count; k++ {
		var element uint64
		select {
		case element = <-a:
		case element = <-b:
		}
		checksum = checksum*factor + element
	}
	return
}

func select8(a, b, c, d, e, f, g, h <-chan uint64, count int, factor uint64) (checksum uint64) {
	for k := 0; k < count; k++ {
		var element uint64
		select {
		case element = <-a:
		case element = <-b:
		case element = <-c:
		case element = <-d:
		case element = <-e:
		case element = <-f:
		case element = <-g:
		case element = <-h:
		}
		checksum = checksum*factor + element
	}
	return
}
