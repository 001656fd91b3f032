/** Kaspa: the vectors of its standards, and texts that differ from an address in one respect. */
import { bech32 } from "@scure/base";
import { expect, it } from "vitest";
import { kaspa } from "../../../../src/chains.js";
import { toCashAddrOf, toCashAddrOfWords } from "../../../../src/testing/arbitraries/encode-address.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";

chainModuleSuite(
  kaspa,
  `
  schnorr kaspa:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqkx9awp4e
  schnorr kaspa:qp0l70zd5x85ttwd6jv7g3s3a8llzj96d8dncn4zmhv4tlzx5k2jyqh70xmfj
  ecdsa kaspa:qxaqrlzlf6wes72en3568khahq66wf27tuhfxn5nytkd8tcep2c0vrsjwdsgqe9
  script kaspa:ppe8gx6jgv4ees0xkv47tk036f5vufrkdwfmk3ujzdhf6m0tas8lswkklupcf
  script kaspa:prvkdx89zmw8wrx4egl5qm87tx320efyvld23a0cdwmfycr39l7rq2cvse8x5
  schnorr kaspa:qq38hf0jcmy3p8l9c39qd9hnjvmevp6f8gmh753wuf7e57hryf7cjrmptqc36
  address_other_network kaspatest:qxaqrlzlf6wes72en3568khahq66wf27tuhfxn5nytkd8tcep2c0vrse6gdmpks test network (rusty-kaspa)
  address_other_network kaspatest:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhqrxplya test network (rusty-kaspa)
  address_other_network kaspatest:qq32pywqrku5v05sxkc63uukjurqcc8kk78tt7nm0d938e0q67erxaftpvta5 test network
  address_other_network kaspasim:qrd499pft8u4gv4zau4rvq95j9fpa9hrtgjggqghy9eezq8zk7k9zs2xcad07 simulation network
  address_other_network kaspadev:qquj74wfuevkzkanhs5sltgsg25ymrtxkz56at0j28dccltrr5euk5unxxjjx development network
  address_format qrtmaw0xjyefdxlwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69v prefix missing
  address_characters kaspa:qrtmAW0XJYEFDXLWF075QRH5TDC66E3K63D7ZMY655KZU4KCKL5WKA59DP69V mixed case
  address_format KASPA:qrtmaw0xjyefdxlwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69v prefix in upper case
  address_format kaspa:kaspa:qrtmaw0xjyefdxlwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69v prefix twice
  address_format kaspa:qf8am3rav4wl2ny5p4mck99cdk9m390sn76rw37nxt608yhf6t05cq84tz7ez version 2
  address_format kaspa:p8r28xy9f6efzvkwtv5h2tl34racu5730j5g2a47h8pdzcpg52h7s4pa2anqe version 9
  address_format kaspa:sp8nj36dkyrgcs7h5jjcyd6ry77ngtxyc7avnu9er6xvkmpuqc405j0a42lzh version 128
  address_format kaspa:qqn4wdl8tfq0g3l3qcawpclxh8dtjvxw64d9cencen36es6ujfxk0pgpn26f98s version 0 of 33 bytes
  address_format kaspa:qyxw3zgzzezzaq58xcfvv4gtr4du6k8538mrmgdqn0s278xu7a5gg2rphf43c version 1 of 32 bytes
  address_format kaspa:ppkuznj6wruxxm7tsmqa9pggurn4feqmuuxvgvd9tj script hash of 20 bytes
  address_checksum kaspatest:qrtmaw0xjyefdxlwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69v checksum of another prefix
  address_checksum kaspa:qrtmaw0xjyefdxlwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69 cut off
  address_characters kaspa:qrtmaw0xjyefdxbwf075qrh5tdc66e3k63d7zmy655kzu4kckl5wka59dp69v b is not in the alphabet
  address_length kaspa: no data
`,
  [
    ["an unknown version of the right length", toCashAddrOf("kaspa", new Uint8Array(33).fill(3)), "address_format"],
    ["another prefix", toCashAddrOf("kaspanet", new Uint8Array(33)), "address_format"],
    ["bitcoin-cash", toCashAddrOf("bitcoincash", new Uint8Array(21)), "address_other_network"],
  ],
);

it("rejects unused bits", () => {
  // The node ignores them, so they would be a second spelling.
  const words = bech32.toWords(new Uint8Array(33));
  expect(readWith(kaspa, toCashAddrOfWords("kaspa", words))).toMatchObject({ format: "schnorr" });
  expect(readWith(kaspa, toCashAddrOfWords("kaspa", [...words.slice(0, -1), 1]))).toBe("address_format");
});
