import { chains, parseAddress } from "vaspkit";

function show(chain, text) {
  const parsed = parseAddress(chain, text);
  console.log(...(parsed.ok ? Object.values(parsed.value) : [chain, parsed.issues[0].code]));
}

// Three spellings of one destination: bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a
show("bitcoin-cash", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu");
show("bitcoin-cash", "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A");
show("bitcoin-cash", "bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w");

// Parts that belong to a transfer are separate: the destination tag 1, the id 0 of a muxed account.
show("ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
show("stellar", "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ");

// A wrong character, a space at the end, an address of another chain, a private key.
show("bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"); // address_checksum
show("bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa "); // address_characters
show("bitcoin", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz"); // address_other_network, litecoin
show("bitcoin", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"); // address_secret_key

for (const { name, symbol, decimals } of Object.values(chains).slice(0, 3)) console.log(name, symbol, decimals);
