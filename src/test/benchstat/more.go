package main

import (
	"fmt"
	"math"
	"math/rand"

	"github.com/aclements/go-moremath/stats"
)

// printLopsidedSizes prints the sizes at which an interval's ends are not equally far from the ends
// of the sample.
func printLopsidedSizes(largest int) {
	fmt.Print("lopsided sizes:")
	for n := 6; n <= largest; n++ {
		if ci := stats.QuantileCI(n, 0.5, confidence); ci.LoOrder+ci.HiOrder != n+1 {
			fmt.Print(" ", n)
		}
	}
	fmt.Println()
}

// printFalseAlarms prints how often either way of the U-test calls equal distributions different,
// in percent, where values tie: by counting all divisions, and by the normal approximation.
func printFalseAlarms(pairs int) {
	for _, deviation := range []float64{1, 2} {
		for _, n := range []int{4, 5, 6, 8, 10, 15, 20} {
			random := rand.New(rand.NewSource(seed + int64(n)))
			counted, approximate := 0, 0
			for range pairs {
				a, b := rounded(random, n, deviation), rounded(random, n, deviation)
				counted += alarm(a, b, n)
				approximate += alarm(a, b, 0)
			}
			fmt.Printf("deviation %v, %d values a side: counted %.1f %%, approximate %.1f %%\n", deviation, n,
				100*float64(counted)/float64(pairs), 100*float64(approximate)/float64(pairs))
		}
	}
}

func rounded(random *rand.Rand, n int, deviation float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Round(deviation * random.NormFloat64())
	}
	return values
}

// alarm is 1 where a pair is called different, counting all divisions up to a size.
func alarm(a, b []float64, countUpTo int) int {
	stats.MannWhitneyExactLimit, stats.MannWhitneyTiesExactLimit = countUpTo, countUpTo
	// The error says that all values are equal, which is no alarm.
	if result, err := stats.MannWhitneyUTest(a, b, stats.LocationDiffers); err == nil && result.P < 0.05 {
		return 1
	}
	return 0
}
