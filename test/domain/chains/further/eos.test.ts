/** EOS: the vectors of its standards, and texts that differ from an address in one respect. */
import { eos } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

chainModuleSuite(
  eos,
  `
  name eosio
  name eosio.token
  name core.vaulta
  name tethertether
  name alice
  name b1
  name a
  address_length abcdefghijklm 13 characters
  address_characters Alice1234512 upper case
  address_characters alice0 0 is not in the alphabet
  address_characters alice6 6 is not in the alphabet
  address_characters alice9 9 is not in the alphabet
  address_characters alice_bob underscore
  address_characters alice-bob hyphen
  address_format alice. dot at the end
  address_format .alice dot at the beginning
  address_characters @alice at sign
  address_characters EOS63S6Xsgh6cmEJmWyYDAk7CjP9ff9cVzubkvpSNQ1P9kX2Lg9EZ public key (EOS…)
  address_characters PUB_K1_7ADtQi5Skcx3f8rd5iKgmhQ7fvqHy7TjAs5MSswF1ofxxEqcej public key (PUB_K1)
  address_length aliceinwonderland 17 characters
  address_other_network 0xbe5f030d453d1f33a1fad1922f93b0fd3e649471 hex
  address_characters alice/memo slash
`,
);
