# Generated from the catalog by python/tools/write_stubs.py; a test compares.
# SPDX-License-Identifier: Apache-2.0
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Union

import numpy
import pandas

Table = Union[pandas.DataFrame, pandas.Series, str, os.PathLike[str], bytes, "Release", Sequence[Sequence[Any]]]
Columns = Union[str, Sequence[str]]
Values = Union[str, Sequence[Any], Mapping[str, Any]]

__version__: str

class Place(NamedTuple):
    file: str = ...
    line: int = ...
    column: int = ...
    parameter: str = ...

class Error(Exception):
    code: Literal["usage", "input", "output", "infeasible", "interrupted", "peer", "policy", "internal"]
    message: str
    place: Place

class Warning(UserWarning): ...

class Result(Mapping[str, Any]):
    json: dict[str, Any]
    text: str
    bytes: bytes
    ok: bool
    warnings: list[str]
    @property
    def data(self) -> pandas.DataFrame: ...
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Any: ...
    def __len__(self) -> int: ...

class Release:
    @property
    def data(self) -> pandas.DataFrame: ...
    @property
    def bytes(self) -> bytes: ...
    @property
    def risk(self) -> dict[str, Any]: ...
    @property
    def quality(self) -> dict[str, Any]: ...
    @property
    def guard(self) -> dict[str, Any]: ...
    @property
    def json(self) -> dict[str, Any]: ...
    @property
    def text(self) -> str: ...
    @property
    def warnings(self) -> list[str]: ...
    def save(self, path: str) -> None: ...
    def save_report(self, path: str) -> None: ...
    def save_summary(self, path: str) -> None: ...

def run(path: str, *arguments: Any, **keywords: Any) -> Result: ...
def show_progress(wanted: bool | None = None) -> None: ...

def inspect(
    file: Table,
    *,
    write_policy: Table | None = None,
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
    skip_lines: int | None = None,
    skip_last_lines: int | None = None,
    type: Values | None = None,
    decimal: Literal["comma", "point"] | None = None,
    date_format: Values | None = None,
    missing_mark: Values | None = None,
    table: str | None = None,
    sheet: str | None = None,
    labels: Literal["texts", "codes"] = 'texts',
    missing_codes: Literal["missing", "values"] = 'missing',
    engine: Literal["database"] | None = None,
    shard: Values | None = None,
    threads: int = 0,
) -> Result:
    """Show a table's columns and how well they tell people apart, and suggest their roles."""

def anonymize(
    file: Table,
    *,
    output: Table | None = None,
    report: Table | None = None,
    summary: Table | None = None,
    explain: bool = False,
    policy: Table | None = None,
    quasi: Values | None = None,
    sensitive: Values | None = None,
    identifier: Values | None = None,
    class_: Values | None = None,
    plain: Values | None = None,
    hierarchy: Values | None = None,
    pseudonym: Values | None = None,
    mask: Values | None = None,
    top_code: Values | None = None,
    bottom_code: Values | None = None,
    round: Values | None = None,
    noise: Values | None = None,
    rank_swap: Values | None = None,
    pram: Values | None = None,
    pram_matrix: Values | None = None,
    pram_invariant: Values | None = None,
    accept_unchanged: Values | None = None,
    accept_sets: Values | None = None,
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
    skip_lines: int | None = None,
    skip_last_lines: int | None = None,
    type: Values | None = None,
    decimal: Literal["comma", "point"] | None = None,
    date_format: Values | None = None,
    missing_mark: Values | None = None,
    table: str | None = None,
    sheet: str | None = None,
    labels: Literal["texts", "codes"] = 'texts',
    missing_codes: Literal["missing", "values"] = 'missing',
    k: int | None = None,
    l_distinct: int | None = None,
    l_entropy: float | None = None,
    l_recursive: str | None = None,
    t: float | None = None,
    t_distance: Literal["equal", "ordered", "hierarchical"] = 'equal',
    p_sensitive: int | None = None,
    alpha: float | None = None,
    beta_likeness: float | None = None,
    enhanced: bool = False,
    delta_disclosure: float | None = None,
    delta_presence: str | None = None,
    k_map: int | None = None,
    lkc: str | None = None,
    average_risk: float | None = None,
    sample_uniqueness: float | None = None,
    population_uniqueness: float | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
    dp: str | None = None,
    dp_sampling: float | None = None,
    site_diversity: int | None = None,
    site: str | None = None,
    relaxed: bool = False,
    priority: str | None = None,
    score: str | None = None,
    cut_by: Literal["hierarchy", "order"] = 'hierarchy',
    learn_weights: str | None = None,
    site_weight: float | None = None,
    metric: Literal["loss", "loss-arithmetic", "granularity", "precision", "entropy", "discernibility", "weighted-discernibility", "class-size"] = 'loss',
    weights: str | None = None,
    min_level: str | None = None,
    max_level: str | None = None,
    budget: str | None = None,
    microaggregate: Literal["mean", "median"] = 'mean',
    person: str | None = None,
    household: str | None = None,
    rows_are_persons: bool = False,
    order: Values | None = None,
    population: Table | None = None,
    missing: Literal["value", "wildcard"] = 'value',
    exact_text: bool = False,
    method: Literal["mondrian", "constrained", "kmember", "full-domain", "local", "cells", "microaggregation"] = 'mondrian',
    max_suppression: float = 0.05,
    accept_links: bool = False,
    correlated_noise: bool = False,
    sample: float | None = None,
    seed: int | None = None,
    key: Table | None = None,
    shift_dates: Values | None = None,
    shift_by: str | None = None,
    shift_days: int = 365,
    queries: int | None = None,
    classify: str | None = None,
    where: Values | None = None,
    workload: Table | None = None,
    save_rules: Table | None = None,
    apply_rules: Table | None = None,
    keep_order: bool = False,
    save_order: Table | None = None,
    engine: Literal["database"] | None = None,
    shard: Values | None = None,
    earlier: Table | None = None,
    drop_suppressed: bool = False,
    long_sets: bool = False,
    passphrase_file: Table | None = None,
    threads: int = 0,
) -> Release:
    """Make a checked release of a table in which nobody can be singled out."""

def risk(
    file: Table,
    *,
    report: Table | None = None,
    threshold: float = 0.2,
    against: Table | None = None,
    worst: int = 10,
    policy: Table | None = None,
    quasi: Values | None = None,
    sensitive: Values | None = None,
    identifier: Values | None = None,
    class_: Values | None = None,
    plain: Values | None = None,
    hierarchy: Values | None = None,
    k: int | None = None,
    l_distinct: int | None = None,
    l_entropy: float | None = None,
    l_recursive: str | None = None,
    t: float | None = None,
    t_distance: Literal["equal", "ordered", "hierarchical"] = 'equal',
    p_sensitive: int | None = None,
    alpha: float | None = None,
    beta_likeness: float | None = None,
    enhanced: bool = False,
    delta_disclosure: float | None = None,
    delta_presence: str | None = None,
    k_map: int | None = None,
    lkc: str | None = None,
    average_risk: float | None = None,
    sample_uniqueness: float | None = None,
    population_uniqueness: float | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
    dp: str | None = None,
    dp_sampling: float | None = None,
    site_diversity: int | None = None,
    site: str | None = None,
    person: str | None = None,
    household: str | None = None,
    rows_are_persons: bool = False,
    order: Values | None = None,
    population: Table | None = None,
    missing: Literal["value", "wildcard"] = 'value',
    exact_text: bool = False,
    survey_weights: str | None = None,
    records: Table | None = None,
    suda_size: int | None = None,
    earlier: Table | None = None,
    original: Table | None = None,
    original_order: Table | None = None,
    priority: str | None = None,
    seed: int | None = None,
    queries: int | None = None,
    classify: str | None = None,
    where: Values | None = None,
    workload: Table | None = None,
    boundaries: bool = False,
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
    skip_lines: int | None = None,
    skip_last_lines: int | None = None,
    type: Values | None = None,
    decimal: Literal["comma", "point"] | None = None,
    date_format: Values | None = None,
    missing_mark: Values | None = None,
    table: str | None = None,
    sheet: str | None = None,
    labels: Literal["texts", "codes"] = 'texts',
    missing_codes: Literal["missing", "values"] = 'missing',
    engine: Literal["database"] | None = None,
    shard: Values | None = None,
    threads: int = 0,
) -> Result:
    """Report what a table, released or not, gives away; with models given, check them."""

def rehearse(
    file: Table,
    task: Any,
    *,
    parties: int | None = None,
    parts: str | None = None,
    inputs: str | None = None,
    key: str | None = None,
    fractions: str | None = None,
    by: str | None = None,
    categories: Literal["same", "union"] = 'same',
    split: Literal["vertical", "horizontal", "arbitrary", "join"] = 'vertical',
    deal: Literal["round-robin", "neighbours", "random"] = 'round-robin',
    deal_seed: int = 1,
    protocol: str | None = None,
    trust: Literal["protocol", "honest-majority"] = 'protocol',
    allow_weak: bool = False,
    delay: str | None = None,
    bandwidth: str | None = None,
    timeout: float = 30.0,
    time_limit: float = 86400.0,
    threads: int = 0,
    **options: Any,
) -> Result:
    """Run a task as a federation on this machine and compare the result with that of an ordinary run. Exits with status 1 if they differ."""

class quasi:
    @staticmethod
    def measure(
        file: Table,
        *,
        columns: Values | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        subsets: bool = False,
        max_size: int | None = None,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        threads: int = 0,
    ) -> Result:
        """Measure how well columns tell the rows of a table apart."""

    @staticmethod
    def find(
        file: Table,
        *,
        kind: Literal["key", "separation", "distinct", "beta-separation"] = 'key',
        exhaustive: bool = False,
        all: bool = False,
        max_size: int | None = None,
        epsilon: float | None = None,
        delta: float = 0.01,
        beta: float | None = None,
        sampling: Literal["rows", "pairs"] | None = None,
        cost: Values | None = None,
        no_verify: bool = False,
        seed: int = 1,
        columns: Values | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        threads: int = 0,
    ) -> Result:
        """Find a small set of columns that tells (almost) all rows apart. Exits with status 1 if there is none."""

    @staticmethod
    def mask(
        file: Table,
        *,
        kind: Literal["separation", "distinct"] = 'separation',
        beta: float,
        sample: int | None = None,
        delta: float = 0.01,
        utility: Values | None = None,
        no_verify: bool = False,
        seed: int = 1,
        columns: Values | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Choose the columns to publish so that they tell few rows apart."""

class pseudonyms:
    @staticmethod
    def reverse(
        file: Table,
        *,
        columns: Values,
        key: Table,
        output: Table | None = None,
        passphrase_file: Table | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Turn the pseudonyms of a release back into the original identifiers."""

class baskets:
    @staticmethod
    def prepare(
        file: Table,
        *,
        public_share: float,
        seed: int = 1,
        output: Table | None = None,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Turn any baskets into an experiment: random public items, artificial private items."""

    @staticmethod
    def moles(
        file: Table,
        *,
        h: float | None = None,
        k: int,
        p: int | None = None,
        any_cost: bool = False,
        private: Values | None = None,
        private_file: Table | None = None,
        public: Values | None = None,
        public_file: Table | None = None,
        show: int = 20,
        output: Table | None = None,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Find every minimal set of known items that gives a person away."""

    @staticmethod
    def anonymize(
        file: Table,
        *,
        h: float | None = None,
        k: int,
        p: int | None = None,
        any_cost: bool = False,
        private: Values | None = None,
        private_file: Table | None = None,
        public: Values | None = None,
        public_file: Table | None = None,
        output: Table | None = None,
        utility: Literal["item", "itemset"] = 'item',
        loss: Literal["support", "unit"] = 'support',
        min_support: float | None = None,
        max_size: int | None = None,
        baseline: Literal["suppress-all", "group"] | None = None,
        model: Literal["coherence", "km"] = 'coherence',
        taxonomy: Table | None = None,
        m: int | None = None,
        keep_order: bool = False,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Make a checked release of baskets in which known items give nobody away."""

    @staticmethod
    def check(
        file: Table,
        *,
        h: float | None = None,
        k: int,
        p: int | None = None,
        private: Values | None = None,
        private_file: Table | None = None,
        public: Values | None = None,
        public_file: Table | None = None,
        show: int = 10,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Check whether baskets, released or not, are (h,k,p)-coherent."""

    @staticmethod
    def attack(
        file: Table,
        *,
        known: Values,
        private: Values | None = None,
        private_file: Table | None = None,
        public: Values | None = None,
        public_file: Table | None = None,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Report what an attacker learns about a person known to have certain items."""

class custody:
    @staticmethod
    def advise(
        file: Table,
        *,
        class_: str,
        min_width: int = 5,
        radius: str = '2%',
        knowledge: int = 4,
        limit: str = '50%',
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Report how much of each column an attacker would tell once it is encoded."""

    @staticmethod
    def encode(
        file: Table,
        *,
        class_: str,
        output: Table | None = None,
        key: Table,
        passphrase_file: Table | None = None,
        columns: Columns | None = None,
        keep_ids: bool = False,
        verify: bool = False,
        keep_order: bool = False,
        level: Literal["order", "monochromatic"] = 'order',
        learner: Literal["any", "privet", "privet-leaf1", "j48", "id3", "sklearn", "rpart"] = 'any',
        method: Literal["random-breaks", "pure-runs"] | None = None,
        breakpoints: int | None = None,
        min_width: int = 5,
        functions: Columns | None = None,
        reverse: bool = False,
        rename_nominal: Literal["random", "sorted", "none"] = 'random',
        rename_class: Literal["sorted", "none"] = 'sorted',
        hide_names: bool = False,
        shuffle_columns: bool = False,
        accept_ties: bool = False,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Encode a table so that a decision tree mined from it decodes to the tree of the original."""

    @staticmethod
    def decode(
        tree: Table,
        *,
        key: Table,
        data: Table,
        passphrase_file: Table | None = None,
        view: Literal["tree", "rules", "dot"] = 'tree',
        save: Table | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Turn a tree mined from an encoded table into the tree of the original."""

    @staticmethod
    def decode_values(
        file: Table,
        *,
        columns: Values,
        key: Table,
        data: Table,
        passphrase_file: Table | None = None,
        output: Table = '-',
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Turn the encoded values of columns back into the original ones."""

    @staticmethod
    def attack(
        file: Table,
        *,
        original: Table,
        class_: str | None = None,
        tree: Table | None = None,
        key: Table | None = None,
        passphrase_file: Table | None = None,
        report: Table | None = None,
        knowledge: int = 4,
        wrong_points: int = 1,
        radius: str = '2%',
        trials: int = 500,
        methods: Columns | None = None,
        subspaces: Columns | None = None,
        seed: int = 1,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Measure what an attacker learns from an encoded table."""

class profile:
    @staticmethod
    def build(
        source: Any,
        *,
        output: Table,
        min_support: int = 5,
        delta: float = 0.6,
        min_split: float | None = None,
        language: str = 'english',
        text_column: Values | None = None,
        stop_words: Table | None = None,
        lock: bool = False,
        passphrase_file: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Build a profile of interests from a person's own documents."""

    @staticmethod
    def show(
        profile: Table,
        *,
        min_detail: float = 0.1,
        hide: Values | None = None,
        nodes: int = 100,
        svg: Table | None = None,
        report: Table | None = None,
        passphrase_file: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Show a profile: what is exposed, what is hidden, and how much that is."""

    @staticmethod
    def expose(
        profile: Table,
        *,
        output: Table,
        min_detail: float = 0.1,
        hide: Values | None = None,
        passphrase_file: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Write the part of a profile that a search engine may know."""

    @staticmethod
    def index(
        source: Any,
        *,
        output: Table,
        language: str = 'english',
        text_column: Values | None = None,
        threads: int = 0,
    ) -> Result:
        """Build an index of documents, to be searched by 'serve' and 'evaluate'."""

    @staticmethod
    def rerank(
        results: Table,
        *,
        exposed: Table,
        alpha: float = 0.6,
        frequency: Literal["share", "count"] = 'share',
        map: Values | None = None,
        output: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Put an engine's results in the order of a person's interests."""

    @staticmethod
    def evaluate(
        profile: Any,
        *,
        engine: str,
        timeout: float = 10.0,
        map: Values | None = None,
        queries: Table,
        relevance: Table,
        alpha: float = 0.6,
        frequency: Literal["share", "count"] = 'share',
        alphas: str | None = None,
        min_details: str | None = None,
        count: int = 50,
        divide_by: Literal["found", "judged"] = 'found',
        report: Table | None = None,
        passphrase_file: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Measure how much profiles improve search results, by alpha and by how much is exposed."""

class mine:
    @staticmethod
    def tree(
        file: Any,
        *,
        tables: Table | None = None,
        join: Values | None = None,
        explain_join: bool = False,
        class_: str,
        algorithm: Literal["id3", "c45", "c45r8"] = 'c45',
        criterion: Literal["gain", "ratio", "gini"] | None = None,
        stopping: Literal["textbook", "weka"] = 'textbook',
        nominal: Literal["multiway", "one-against-rest"] = 'multiway',
        min_leaf: int | None = None,
        max_depth: int | None = None,
        confidence: float | None = None,
        error_limit: Literal["corrected", "normal"] = 'corrected',
        numeric_penalty: Literal["yes", "no"] | bool | None = None,
        subtree_raising: Literal["yes", "no"] | bool | None = None,
        missing: Literal["heaviest", "fractional"] | None = None,
        view: Literal["tree", "rules", "dot"] = 'tree',
        predict: Table | None = None,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Learn a decision tree."""

    @staticmethod
    def forest(
        file: Table,
        *,
        class_: str,
        trees: int = 100,
        columns_per_node: int | None = None,
        criterion: Literal["gini", "gain"] = 'gini',
        nominal: Literal["one-against-rest", "multiway"] = 'one-against-rest',
        min_leaf: int = 1,
        max_depth: int | None = None,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Learn a random forest and measure it."""

    @staticmethod
    def boost(
        file: Table,
        *,
        class_: str,
        rounds: int = 100,
        rate: float = 0.1,
        max_depth: int = 3,
        min_leaf: int = 1,
        sample: float = 1.0,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Learn boosted trees and measure them."""

    @staticmethod
    def rules(
        file: Table,
        *,
        baskets: bool = False,
        min_support: float = 0.1,
        min_confidence: float = 0.5,
        max_size: int | None = None,
        min_lift: float = 0.0,
        sort: Literal["lift", "confidence", "support", "itemset"] = 'lift',
        top: int | None = None,
        save: Table | None = None,
        output: Table | None = None,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Find association rules by the Apriori algorithm."""

    @staticmethod
    def itemsets(
        file: Table,
        *,
        min_support: float,
        max_size: int | None = None,
        closed: bool = False,
        maximal: bool = False,
        show: int = 50,
        format: Literal["fimi", "lines", "pairs", "table"] | None = None,
        merge_by: str | None = None,
        item_column: str | None = None,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        threads: int = 0,
    ) -> Result:
        """Find the itemsets that occur in many baskets."""

    @staticmethod
    def bayes(
        file: Table,
        *,
        class_: str,
        laplace: float = 0.0,
        estimates: Literal["textbook", "weka"] = 'textbook',
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
        threads: int = 0,
    ) -> Result:
        """Learn a naive Bayes classifier and measure its accuracy."""

    @staticmethod
    def kmeans(
        file: Table,
        *,
        k: int | None = None,
        centers: Table | None = None,
        starts: int = 10,
        metric: Literal["euclidean", "manhattan"] = 'euclidean',
        scale: Literal["none", "deviation", "range"] = 'none',
        picture: Columns | None = None,
        threshold: float = 0.0,
        seed: int = 1,
        save: Table | None = None,
        report: Table | None = None,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Group the rows around k centers."""

    @staticmethod
    def outliers(
        file: Table,
        *,
        fraction: float = 0.95,
        distance: float | None = None,
        minkowski: float = 2.0,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Find the rows that are far from most others; rows are numbered from 1."""

    @staticmethod
    def bayesnet(
        file: Table,
        *,
        order: Columns | None = None,
        random_order: bool = False,
        max_parents: int | None = None,
        view: Literal["parents", "dot"] = 'parents',
        seed: int = 1,
        save: Table | None = None,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Find the structure of a Bayesian network by the K2 algorithm."""

    @staticmethod
    def svm(
        file: Table,
        *,
        class_: str,
        nu: float = 1.0,
        kernel: Literal["linear", "gaussian"] = 'linear',
        mu: float = 1.0,
        basis: Literal["none", "all-rows", "some-rows", "random"] | None = None,
        kernel_rows: int | None = None,
        probabilities: bool = False,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Learn a support vector machine for two classes."""

    @staticmethod
    def cox(
        file: Table,
        *,
        time: str,
        event: str,
        event_value: str | None = None,
        ties: Literal["efron", "breslow"] = 'efron',
        strata: Columns | None = None,
        factors: Columns | None = None,
        kernel_rows: int | None = None,
        seed: int = 1,
        save: Table | None = None,
        report: Table | None = None,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Fit Cox's proportional hazards model to survival times."""

    @staticmethod
    def survival(
        file: Table,
        *,
        time: str,
        event: str,
        event_value: str | None = None,
        by: Columns | None = None,
        band: Literal["log", "log-log", "plain"] = 'log',
        level: float = 0.95,
        report: Table | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Draw survival curves by Kaplan and Meier and compare groups."""

    @staticmethod
    def logistic(
        file: Table,
        *,
        class_: str,
        positive: str | None = None,
        factors: Columns | None = None,
        level: float = 0.95,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        folds: Literal["stratified", "random"] = 'stratified',
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Fit a logistic regression for a class and measure it."""

    @staticmethod
    def linear(
        file: Table,
        *,
        target: str,
        factors: Columns | None = None,
        level: float = 0.95,
        save: Table | None = None,
        report: Table | None = None,
        cross_validate: int | None = None,
        repeats: int = 1,
        seed: int = 1,
        columns: Columns | None = None,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Fit a linear regression for a number and measure it."""

    @staticmethod
    def predict(
        model: Table,
        file: Table,
        *,
        output: Table | None = None,
        bad_cells: Literal["refuse", "missing"] = 'refuse',
        probabilities: bool = False,
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Apply a saved model to the rows of a table."""

class federation:
    @staticmethod
    def query(
        query: str,
        more: Any = None,
        *,
        parts: Table,
        k: int = 5,
        sites: int = 1,
        log: Table | None = None,
        most_groups: int = 64,
        trust: Literal["protocol", "honest-majority"] = 'protocol',
        delimiter: str | None = None,
        no_header: bool = False,
        encoding: Literal["utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be"] | None = None,
        skip_lines: int | None = None,
        skip_last_lines: int | None = None,
        type: Values | None = None,
        decimal: Literal["comma", "point"] | None = None,
        date_format: Values | None = None,
        missing_mark: Values | None = None,
        table: str | None = None,
        sheet: str | None = None,
        labels: Literal["texts", "codes"] = 'texts',
        missing_codes: Literal["missing", "values"] = 'missing',
        threads: int = 0,
    ) -> Result:
        """Ask the released parts of several sites as one database, without learning whose records answer. Exits with status 1 if the answer would be about too few records or sites."""

class party:
    @staticmethod
    def init(
        *,
        folder: Table = 'party',
        name: str,
        listen: str = '0.0.0.0:7525',
        address: str | None = None,
        years: int = 5,
        threads: int = 0,
    ) -> Result:
        """Make a party: its keys, its config file and a policy that refuses everything."""

    @staticmethod
    def invite(
        *,
        folder: Table = 'party',
        hours: int = 72,
        threads: int = 0,
    ) -> Result:
        """Print an invitation: a line of text for another organisation, worth one meeting."""

    @staticmethod
    def join(
        invitation: str,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Meet the party that sent an invitation, and show the code to compare by voice."""

    @staticmethod
    def confirm(
        peer: str,
        code: str,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Accept a party that was met, with the code that its people have read out."""

    @staticmethod
    def remove(
        peer: str,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Cut a peer off at once: its connections are refused and its jobs end."""

    @staticmethod
    def status(
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Show who the party is, its peers, its tables and how many jobs it has."""

    @staticmethod
    def tables(
        *,
        folder: Table = 'party',
        peer: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Show the party's tables with columns, rows and fingerprints; or what a peer shows of its own."""

    @staticmethod
    def reload(
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Let the daemon read its config file and its policy again. If they cannot be used, it keeps those it has."""

    @staticmethod
    def renew(
        *,
        folder: Table = 'party',
        years: int = 5,
        threads: int = 0,
    ) -> Result:
        """Take a new key and certificate, signed by the old one, and tell the peers."""

    @staticmethod
    def repin(
        file: Table,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Accept a peer's new certificate, if its old key has signed it."""

    @staticmethod
    def metrics(
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Print the daemon's counters as Prometheus reads them."""

    class audit:
        @staticmethod
        def verify(
            *,
            folder: Table = 'party',
            threads: int = 0,
        ) -> Result:
            """Check the chain of the audit log. Exits with status 1 if a line was changed, left out or cut off."""

class job:
    @staticmethod
    def submit(
        file: Table,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Propose a job to the parties that it names. It runs when all have approved it."""

    @staticmethod
    def list(
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """List the party's jobs, the newest first."""

    @staticmethod
    def show(
        id: str,
        *,
        folder: Table = 'party',
        wait: int = 0,
        threads: int = 0,
    ) -> Result:
        """Show a job: what it asks, what it would open to whom, and what became of it."""

    @staticmethod
    def approve(
        id: str,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Let a job run that the policy leaves to a person."""

    @staticmethod
    def reject(
        id: str,
        *,
        folder: Table = 'party',
        reason: str | None = None,
        threads: int = 0,
    ) -> Result:
        """Refuse a job that the policy leaves to a person; it ends at all parties."""

    @staticmethod
    def cancel(
        id: str,
        *,
        folder: Table = 'party',
        reason: str | None = None,
        threads: int = 0,
    ) -> Result:
        """End a job that waits or runs; it ends at all parties, without a result."""

    @staticmethod
    def result(
        id: str,
        *,
        folder: Table = 'party',
        wait: int = 0,
        save: Table | None = None,
        output: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Show what a job found. Exits with status 1 if it ended without a result."""

    @staticmethod
    def ledger(
        id: str,
        *,
        folder: Table = 'party',
        threads: int = 0,
    ) -> Result:
        """Show what was opened in a job: about whom, to whom, and how many values."""

class reproduce:
    @staticmethod
    def list(
        *,
        data: Table | None = None,
        experiments: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """List the experiments: their data, time and verdict."""

    def __new__(  # type: ignore[misc]
        cls,
        names: Any,
        *,
        data: Table | None = None,
        experiments: Table | None = None,
        output: Table | None = None,
        small: bool = False,
        threads: int = 0,
    ) -> Result:
        """Run tables and figures of the papers again, beside the printed numbers."""

    @staticmethod
    def survival(
        *,
        data: str | None = None,
        sets: Columns | None = None,
        splits: int = 100,
        seed: int = 1,
        report: Table | None = None,
        threads: int = 0,
    ) -> Result:
        """Compare survival models of three hospitals together with each one's own, and attack the random kernel."""

class Tree:
    def __init__(
        self,
        *,
        algorithm: Literal["id3", "c45", "c45r8"] = 'c45',
        criterion: Literal["gain", "ratio", "gini"] | None = None,
        stopping: Literal["textbook", "weka"] = 'textbook',
        nominal: Literal["multiway", "one-against-rest"] = 'multiway',
        min_leaf: int | None = None,
        max_depth: int | None = None,
        confidence: float | None = None,
        error_limit: Literal["corrected", "normal"] = 'corrected',
        numeric_penalty: Literal["yes", "no"] | bool | None = None,
        subtree_raising: Literal["yes", "no"] | bool | None = None,
        missing: Literal["heaviest", "fractional"] | None = None,
        seed: int = 1,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Tree": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def predict_proba(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Tree": ...

class Forest:
    def __init__(
        self,
        *,
        trees: int = 100,
        columns_per_node: int | None = None,
        criterion: Literal["gini", "gain"] = 'gini',
        nominal: Literal["one-against-rest", "multiway"] = 'one-against-rest',
        min_leaf: int = 1,
        max_depth: int | None = None,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Forest": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def predict_proba(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Forest": ...

class Boost:
    def __init__(
        self,
        *,
        rounds: int = 100,
        rate: float = 0.1,
        max_depth: int = 3,
        min_leaf: int = 1,
        sample: float = 1.0,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Boost": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def predict_proba(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Boost": ...

class Bayes:
    def __init__(
        self,
        *,
        laplace: float = 0.0,
        estimates: Literal["textbook", "weka"] = 'textbook',
        seed: int = 1,
        engine: Literal["database"] | None = None,
        shard: Values | None = None,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Bayes": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def predict_proba(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Bayes": ...

class Svm:
    def __init__(
        self,
        *,
        nu: float = 1.0,
        kernel: Literal["linear", "gaussian"] = 'linear',
        mu: float = 1.0,
        basis: Literal["none", "all-rows", "some-rows", "random"] | None = None,
        kernel_rows: int | None = None,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Svm": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Svm": ...

class Logistic:
    def __init__(
        self,
        *,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Logistic": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def predict_proba(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Logistic": ...

class Linear:
    def __init__(
        self,
        *,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any) -> "Linear": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "Linear": ...

class KMeans:
    def __init__(
        self,
        *,
        k: int | None = None,
        starts: int = 10,
        metric: Literal["euclidean", "manhattan"] = 'euclidean',
        scale: Literal["none", "deviation", "range"] = 'none',
        threshold: float = 0.0,
        seed: int = 1,
    ) -> None: ...
    def fit(self, X: Any, y: Any = None) -> "KMeans": ...
    def predict(self, X: Any) -> numpy.ndarray: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> "KMeans": ...
