// SPDX-License-Identifier: Apache-2.0
// From shared numbers to shared bits and back, among three parties.
// Reference: Mohassel and Rindal, "ABY3: a mixed protocol framework for machine learning" (CCS
// 2018), section 5.3.
// Idea: two parties hold each part of a number, so its bits are already shared, and a circuit adds
// the three parts. from_bits() draws two of the three parts at random, takes them off by a
// circuit, and opens what is left to the two holders of the third part, to whom it is uniform. A
// single bit is b = d + e - 2 d e with d the XOR of the two parts that place 0 holds, and e the
// third: place 0 shares d between places 1 and 2, who hold e. Signs and order need no sum, only how
// often the parts' sum exceeds 2^64: one party knows the sum of two parts and the two others the
// third, and whether two numbers so known carry is a matter of products of bits by twos, then of a
// tree. The three parties take a third of the numbers each.
// Cost for a number of w bits: to_two_words w AND gates; from_bits 64 gates, an adder of 64 bits
// and 8 bytes; from_bit 8 bytes from every party, two rounds; sign_bit 120 gates and 32 bits from
// every party, 7 rounds; less_bit three times that. Adversary: semi-honest, one of the
// three. Discloses: nothing; masked parts are uniform. Threads: one at a time.
#pragma once

#include "circuit/carry_save.h"
#include "protocol/replicated/bits.h"
#include "protocol/replicated/numbers.h"

namespace privet::protocol::replicated {

// Two words whose sum the lowest `bits` of the numbers are, without an adder.
[[nodiscard]] circuit::CarrySave<Bits> to_two_words(Arithmetic& arithmetic, const Numbers& numbers,
                                                    std::size_t bits = 64);
// The numbers in the first `count` lanes of words of up to 64 bits, not negative.
[[nodiscard]] Numbers from_bits(Arithmetic& arithmetic, const Bits::Word& word, std::size_t count);
// Of a word of one bit: 0 or 1.
[[nodiscard]] Numbers from_bit(Arithmetic& arithmetic, const Bits::Word& bit, std::size_t count);

// The bit "below zero", in two's complement, and the bit "x < y", unsigned.
[[nodiscard]] Bits::Word sign_bit(Arithmetic& arithmetic, const Numbers& x);
[[nodiscard]] Bits::Word less_bit(Arithmetic& arithmetic, const Numbers& x, const Numbers& y);

}  // namespace privet::protocol::replicated
