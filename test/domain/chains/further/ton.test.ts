/** TON: the vectors of its standards, and texts that differ from an address in one respect. */
import { expect, it } from "vitest";
import { ton } from "../../../../src/chains.js";
import { chainModuleSuite, messageWith } from "../../../support/chain-modules.js";
import { toTon } from "../../../support/further-addresses/encoders.js";

const hash = new Uint8Array(32).fill(255);

chainModuleSuite(
  ton,
  `
  raw -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
  raw -1:E56754F83426F69B09267BD876AC97C44821345B7E266BD956A7BFBFB98DF35C -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
  bounceable Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
  non-bounceable Uf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXGYv -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
  bounceable Ef/lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7+/uY3zXDvq -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
  bounceable EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs 0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe
  bounceable EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c 0:0000000000000000000000000000000000000000000000000000000000000000
  address_format Pubjns2gp7DGCnEH7EOWeCnb6Lw1akm538YYaz6sdLVHfRB2 a public key (TEP-2)
  address_length vcqmha5j3ceve35ammfrhqty46rkhi455otydstv66pk2tmf7rl25f3 an ADNL address (TEP-2)
  address_other_network kQCyTR95veiN5OMMjjcpb43Y9WyeE-GuOZMu8rl0XCyU-bMS test-network flag, bounceable (k…)
  address_other_network 0QDC1R5I3KEOADLk5ZgFv5q7jrP8SePgzeg3-4DJfnrai0pI test-network flag, non-bounceable (0…)
  address_format EQEbmUb4sbw1u1rOCRF750SYsc5XodpRZXM_sdJV0dYZwbDU workchain 1
  address_format Uf6oVfM4iHFJUbtK6InQ444nPanuJVk5pYoN5_onHQUFHbEG workchain -2
  address_format EgBZl8RvMcHIbXPx_DcVcWNT_8YVw5i3BPgRKYM2rtukZza8 tag 0x12
  address_format MQAPGbcALpR1G1_l_tdYuu_Uw5qljL245aw5lUCy2eabiCdn tag 0x31
  address_checksum EQB3C-nUhV5IEPCpLiqMVwsF_X5K0rleeOqV6sUG2KFWGkI- CRC in the other byte order
  address_length EQB5OTehyKlcds739HM7bU0lV0Vhc0FVQxVN6WjAP9PUKXz0A 49 characters
  address_length 0:dc9cac91cbe7f45992cd63d1da94a20785630b2554137bd0c4000b0099bf065 63 hex digits
  address_format 0:27690b4d7753f53cba757589c0650bf120d2679120885f59e3d4d3dc4983d0350 65 hex digits
  address_format -0:05d1e29578fa93caeb3c3044aa59a3648c7d3f7391b4c3e699540e86ed701eea workchain -0
  address_characters +0:f38269b7507c68185ae24b7fb37a4ee61fff84fffaddd0c5eafdb43f69a1bafb workchain +0
  address_characters 0:0x551f03e9404e2044aa65ed88e7d817132901ab34881713ddeab320963b21eb 0x behind the workchain
  address_characters wallet.ton a name
  address_characters ton://transfer/EQCjwLkY3PGgqXS4bfOGRfsKpodSTD6OiWBGUk44xKvAnzGJ URI
  address_checksum eqbp1b7hrks-yf3jhg35-ou4oywjkkjkmcrmzasindf12oin lower case
`,
  [
    ["both alphabets", toTon(0x11, -1, hash, "base64").replace("/", "_"), "address_format"],
    ["a test network and another workchain", toTon(0x91, 1, hash, "base64"), "address_format"],
    ["a workchain of more digits", `00:${"1".repeat(64)}`, "address_format"],
    ["hex without a workchain", "1".repeat(64), "address_length"],
    ["padding", `${toTon(0x11, 0, hash, "base64").slice(0, 47)}=`, "address_characters"],
  ],
);

it("names the test network", () => {
  expect(messageWith(ton, toTon(0x91, 0, hash, "base64"))).toContain("valid on a test network of ton");
});
