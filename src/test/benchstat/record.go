// Command record writes the data that our compare is held against, and what benchstat says of it.
// docs/benchstat.md says how to run it and what comes out.
package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/perf/benchmath"
)

const (
	seed       = 20_261_121
	confidence = 0.95
)

// A set is one benchmark, measured by two sides; a value stands for a fork.
type set struct {
	name       string
	base, head []float64
}

type draw func(random *rand.Rand) float64

func normal(random *rand.Rand) float64 { return 100 + 5*random.NormFloat64() }

// heavy is Student's t with 3 degrees of freedom.
func heavy(random *rand.Rand) float64 {
	squares := 0.0
	for range 3 {
		z := random.NormFloat64()
		squares += z * z
	}
	return math.Max(1, 100+3*random.NormFloat64()/math.Sqrt(squares/3))
}

// tied takes few values, as a clock of whole milliseconds does.
func tied(random *rand.Rand) float64 { return math.Round(100 + 2*random.NormFloat64()) }

// sample draws n values, times a factor, of three decimals so that the files stay readable.
func sample(random *rand.Rand, n int, of draw, factor float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Round(of(random)*factor*1000) / 1000
	}
	return values
}

func simulated() []set {
	kinds := []struct {
		name       string
		base, head int
		of         draw
		factor     float64
	}{
		{"normal", 6, 6, normal, 1.05}, {"normal", 8, 8, normal, 1.05},
		{"normal", 10, 10, normal, 1.05}, {"normal", 20, 20, normal, 1.02},
		{"normal", 40, 40, normal, 1.02}, {"normal", 50, 50, normal, 1.01},
		{"normal", 60, 60, normal, 1.01},
		{"heavy", 6, 6, heavy, 1.03}, {"heavy", 10, 10, heavy, 1.03},
		{"heavy", 20, 20, heavy, 1.03},
		{"same", 10, 10, normal, 1}, {"same", 20, 20, heavy, 1},
		{"uneven", 6, 20, normal, 1.05}, {"uneven", 12, 8, normal, 0.95},
		{"uneven", 17, 9, heavy, 1.02}, {"uneven", 24, 44, normal, 1.04},
	}
	var sets []set
	for i, k := range kinds {
		random := rand.New(rand.NewSource(seed + int64(i)))
		sets = append(sets, set{name(k.name, k.base, k.head),
			sample(random, k.base, k.of, 1), sample(random, k.head, k.of, k.factor)})
	}
	ties := []struct{ base, head, shift int }{
		{6, 6, 2}, {10, 10, 2}, {20, 20, 1}, {25, 25, 1}, {30, 30, 1}, {6, 9, 2}, {20, 10, 0},
	}
	for i, k := range ties {
		random := rand.New(rand.NewSource(seed + 100 + int64(i)))
		s := set{name("ties", k.base, k.head),
			sample(random, k.base, tied, 1), sample(random, k.head, tied, 1)}
		for j := range s.head {
			s.head[j] += float64(k.shift)
		}
		sets = append(sets, s)
	}
	equal := []float64{100, 100, 100, 100, 100, 100}
	return append(sets, set{"constant6x6", equal, equal})
}

func name(kind string, base, head int) string { return fmt.Sprintf("%s%dx%d", kind, base, head) }

// measured is the committed baseline: three forks of a cell, which are too few for an interval, and
// those of neighbouring steps together, which makes samples large enough for one out of real times.
func measured(file string) []set {
	packed, err := os.Open(file)
	check(err)
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	check(err)
	var cells []struct {
		Benchmark     string
		Params        map[string]string
		PrimaryMetric struct{ RawData [][]float64 }
	}
	check(json.NewDecoder(text).Decode(&cells))
	forks := func(method string, steps ...string) []float64 {
		var values []float64
		for _, cell := range cells {
			for _, step := range steps {
				if strings.HasSuffix(cell.Benchmark, "."+method) && cell.Params["incStep"] == step {
					for _, fork := range cell.PrimaryMetric.RawData[:3] {
						sort.Float64s(fork)
						values = append(values, fork[len(fork)/2])
					}
				}
			}
		}
		return values
	}
	var sets []set
	for _, method := range []string{"burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease"} {
		sets = append(sets,
			measuredSet(method, forks(method, "25"), forks(method, "50")),
			measuredSet(method, forks(method, "20", "25", "30"), forks(method, "40", "50", "100")))
	}
	return sets
}

func measuredSet(method string, base, head []float64) set {
	return set{name(method, len(base), len(head)), base, head}
}

func text(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// writeGo writes one side as go test -bench would print it.
func writeGo(file string, sets []set, side func(set) []float64) {
	var lines strings.Builder
	for _, s := range sets {
		for _, value := range side(s) {
			fmt.Fprintf(&lines, "Benchmark%s 1 %s ms/op\n", s.name, text(value))
		}
	}
	check(os.WriteFile(file, []byte(lines.String()), 0o644))
}

// writeJmh writes one side as JMH would, a fork with one iteration for each value.
func writeJmh(file string, sets []set, side func(set) []float64) {
	var lines []string
	for _, s := range sets {
		var forks []string
		for _, value := range side(s) {
			forks = append(forks, "["+text(value)+"]")
		}
		lines = append(lines, fmt.Sprintf(`{"jmhVersion": "1.37", "benchmark": "benchstat.Sets.%s", "mode": "ss",
 "threads": 1, "forks": %d, "primaryMetric": {"score": "NaN", "scoreError": "NaN", "scoreUnit": "ms/op",
 "rawData": [%s]}, "secondaryMetrics": {}}`, s.name, len(forks), strings.Join(forks, ",")))
	}
	check(os.WriteFile(file, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o644))
}

// writeExact writes what benchstat computes before it rounds intervals to percents and p-values
// to three decimals; its own printed table stands beside.
func writeExact(file string, sets []set) {
	f, err := os.Create(file)
	check(err)
	w := csv.NewWriter(f)
	check(w.Write([]string{"row", "baseMedian", "baseLow", "baseHigh", "baseConfidence",
		"headMedian", "headLow", "headHigh", "headConfidence", "p"}))
	for _, s := range sets {
		row := []string{s.name}
		samples := make([]*benchmath.Sample, 2)
		for i, values := range [][]float64{s.base, s.head} {
			samples[i] = benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds)
			summary := benchmath.AssumeNothing.Summary(samples[i], confidence)
			row = append(row, text(summary.Center), text(summary.Lo), text(summary.Hi),
				text(summary.Confidence))
		}
		check(w.Write(append(row, text(benchmath.AssumeNothing.Compare(samples[0], samples[1]).P))))
	}
	w.Flush()
	check(w.Error())
	check(f.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	baseline := flag.String("baseline", "../../../results/baseline/result.json.gz", "the committed baseline")
	folder := flag.String("o", "../resources/dev/sessionbench/cli/benchstat", "where to write")
	more := flag.Bool("more", false, "print the other figures of docs/benchstat.md, and write nothing")
	flag.Parse()
	if *more {
		printLopsidedSizes(40)
		printFalseAlarms(10_000)
		return
	}
	sets := append(simulated(), measured(*baseline)...)
	base := func(s set) []float64 { return s.base }
	head := func(s set) []float64 { return s.head }
	writeJmh(filepath.Join(*folder, "base.json"), sets, base)
	writeJmh(filepath.Join(*folder, "head.json"), sets, head)
	writeExact(filepath.Join(*folder, "exact.csv"), sets)
	scratch, err := os.MkdirTemp("", "benchstat")
	check(err)
	defer os.RemoveAll(scratch)
	writeGo(filepath.Join(scratch, "base.txt"), sets, base)
	writeGo(filepath.Join(scratch, "head.txt"), sets, head)
	command := exec.Command("go", "tool", "benchstat", "-format", "csv",
		"base="+filepath.Join(scratch, "base.txt"), "head="+filepath.Join(scratch, "head.txt"))
	printed, err := command.Output()
	check(err)
	check(os.WriteFile(filepath.Join(*folder, "printed.csv"), printed, 0o644))
}
