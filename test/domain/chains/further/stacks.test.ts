/** Stacks: the vectors of its standards, and texts that differ from an address in one respect. */
import { stacks } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";
import { toStacks } from "../../../support/further-addresses/encoders.js";

const hash = new Uint8Array(20).fill(6);

chainModuleSuite(
  stacks,
  `
  p2pkh SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7
  p2sh SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G
  p2pkh SP000000000000000000002Q6VF78
  contract SP000000000000000000002Q6VF78.pox-4
  p2pkh SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE
  p2pkh SP2J6ZY48GVLEZ5V2V5RB9MP66SW86PYKKNRV9EJ7 SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7
  p2pkh Sp2j6zy48gv1ez5v2v5rb9mp66sw86pykknrv9ej7 SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7
  address_other_network ST1A3H41HSWNERSAF669KDW63P9TSBW1B6NC6QMNY test network (ST)
  address_other_network SN1A3H41HSWNERSAF669KDW63P9TSBW1B6M66KT0R test network (SN)
  address_network S01A3H41HSWNERSAF669KDW63P9TSBW1B6P2E00XR version 0
  address_network SZ1A3H41HSWNERSAF669KDW63P9TSBW1B6MNS4RSP version 31
  address_format SP9GQ2M808ARJ1CJ26YTPJ8H3YW8HKYTX5G9A3KQ19 21 bytes
  address_checksum SM1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4 checksum of another version
  address_format P1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4 S missing
  address_format SSP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4 S twice
  address_format SP1A3H41HSWNERSAF669UDW63P9TSBW1B6Q877WK4 U is not in the alphabet
  address_checksum SP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK0 checksum wrong
  address_format SP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK40 a character too many
  address_format SP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4. contract name empty
  address_format SP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4.1abc contract name begins with a digit
  address_format SP1A3H41HSWNERSAF669KDW63P9TSBW1B6Q877WK4.name::token an asset
  address_format 503a2424528067abd48122503cde0bcdf8350751c9c8fd3cf6cb34acc90adeab01 66 hex digits: a private key
  address_length name.btc a name
`,
  [
    ["a hash of 19 bytes", toStacks(22, hash.subarray(1)), "address_format"],
    ["a hash of leading zero bytes and a character more", `${toStacks(22, new Uint8Array(20))}0`, "address_checksum"],
    ["a contract of the test network", `${toStacks(26, hash)}.pox`, "address_other_network"],
    ["a contract with a wrong checksum", `${toStacks(22, hash).slice(0, -1)}0.pox`, "address_checksum"],
    [
      "a name of 129 characters behind a short address",
      `${toStacks(22, new Uint8Array(20))}.${"a".repeat(129)}`,
      "address_format",
    ],
    ["a lower-case s", toStacks(22, hash).replace("S", "s"), "address_format"],
  ],
);
